import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  CATALOGUES,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  type Words,
} from '../../../examples/web/src/i18n/language.ts';
import { enableDemoScreening } from '../../../src/cli/demo/demo-screening.ts';
import { at } from '../../support/clients/graphql.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { EXAMPLE_PASSWORD, useExampleWeb } from '../../support/processes/example-web.ts';
import { describeWithBrowser, useBrowser } from '../support/browser.ts';
import { listForeignTexts, OTHER_LANGUAGE, recordSentTexts } from '../support/shown-texts.ts';
import { openTranscript } from '../support/transcript.ts';

const LOCALES = { es: 'es-MX', en: 'en-US' } as const;
const BUSINESSES = { es: 'Fideicomiso Cumbres', en: 'Fideicomiso Lagunas' } as const;
/** On the demo's list of the OFAC, with another year of birth. */
const PERSON = {
  tipo_per: 'FIS',
  nombre: 'Ivan',
  apellido_paterno: 'Sidorenko',
  apellido_materno: 'Vymyshlenny',
  fecha_nacimiento: '1985-02-03',
  roles: ['FIDEICOMITENTE'],
};
const COMPANY = {
  tipo_per: 'MOR',
  nombre: 'Escuela Kemper Urgate',
  rfc: 'URE180429TM6',
  roles: ['FIDEICOMISARIO'],
  tipo_doctos: ['CSF'],
};

describeWithBrowser('the languages of the example frontend', () => {
  const gateway = useGateway();
  const example = useExampleWeb(() => ({ ...gateway.service, url: gateway.url }));
  const openPage = useBrowser();

  beforeAll(async () => {
    await addDemoLists(gateway.databaseUrl);
    for (const [index, language] of LANGUAGES.entries()) {
      const body = {
        id_negocio: 30 + index,
        cod_negocio: `F/3${index}`,
        business_name: BUSINESSES[language],
        participantes: [
          { id_persona: 301 + 10 * index, ...PERSON },
          { id_persona: 302 + 10 * index, ...COMPANY },
        ],
      };
      const reply = await gateway.request('POST', '/api/v4/fiduciary/requests', { body });
      const company = at(reply.body, 'data', 'business', 'participantes', 1, 'id');
      const fields = { participant_id: String(company), cod_tipo_docto: 'CSF' };
      await uploadAndGetId(gateway, { bytes: CERTIFICATE, fields });
    }
    await enableDemoScreening(gateway.url, gateway.service.headers);
  });

  it('is the one of the browser, until another is chosen, which stays', async () => {
    const { page } = await openPage(example.url, LOCALES.es);
    const { es, en } = CATALOGUES;
    await page.getByRole('button', { name: es.signIn.signIn }).waitFor();
    expect(await readLanguage(page)).toEqual(['es-MX', 'Participantes']);
    await page.getByLabel(es.signIn.email).fill('ana@example.test');
    await page.getByRole('button', { name: LANGUAGE_NAMES.en }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: en.signIn.signIn }).waitFor();
    expect(await page.getByLabel(en.signIn.email).inputValue()).toBe('ana@example.test');
    expect(await readLanguage(page)).toEqual(['en', 'Participants']);
    await page.reload();
    await page.getByRole('button', { name: en.signIn.signIn }).waitFor();
    const pressed = page.getByRole('button', { name: LANGUAGE_NAMES.en, pressed: true });
    expect(await pressed.count()).toBe(1);
  });

  it('changes an error that is already shown', async () => {
    const { page } = await openPage(example.url, LOCALES.es);
    await signIn(page, CATALOGUES.es, 'wrong password');
    await page.getByText(CATALOGUES.es.errors.own.WRONG_PASSWORD).waitFor();
    await page.getByRole('button', { name: LANGUAGE_NAMES.en }).click();
    await page.getByText(CATALOGUES.en.errors.own.WRONG_PASSWORD).waitFor();
    expect(await page.getByRole('alert').innerText()).toBe(CATALOGUES.en.errors.own.WRONG_PASSWORD);
  });

  it.each(LANGUAGES)(
    'is the only one on every page from upload to receipt: %s',
    async (language) => {
      const { page, errors } = await openPage(example.url, LOCALES[language]);
      const words = CATALOGUES[language];
      const sentTexts = recordSentTexts(page);
      const transcript = await openTranscript(page, language === 'es' ? 'recorrido' : 'walk');
      const expectOwn = async (step: string, shown: Language): Promise<void> => {
        const foreign = await listForeignTexts(page, shown, await sentTexts());
        expect({ step, shown, foreign }).toEqual({ step, shown, foreign: [] });
        // The same texts are foreign to the other language: the check sees them.
        const own = await listForeignTexts(page, OTHER_LANGUAGE[shown], await sentTexts());
        expect({ step, shown, count: own.length }).not.toEqual({ step, shown, count: 0 });
      };
      const visit = async (step: string): Promise<void> => {
        await transcript.add(step);
        await expectOwn(step, language);
        if ((await page.getByRole('dialog').count()) > 0) return;
        await page.getByRole('button', { name: LANGUAGE_NAMES[OTHER_LANGUAGE[language]] }).click();
        await page.locator(`html[lang^=${OTHER_LANGUAGE[language]}]`).waitFor();
        await expectOwn(step, OTHER_LANGUAGE[language]);
        await page.getByRole('button', { name: LANGUAGE_NAMES[language] }).click();
        await page.locator(`html[lang^=${language}]`).waitFor();
      };
      const walk: Walk = { page, words, visit, business: BUSINESSES[language] };
      await visit(words.signIn.signIn);
      await signIn(page, words, EXAMPLE_PASSWORD);
      await page.getByText(words.overview.choose).waitFor();
      await page
        .getByRole('region', { name: words.overview.title })
        .locator('li')
        .first()
        .waitFor();
      await visit(words.overview.title);
      await readDocument(walk);
      await decideMatch(walk);
      await writeReport(walk);
      await completeBusiness(walk);
      await transcript.close();
      expect(errors).toEqual([]);
    },
  );

  async function signIn(page: Page, { signIn: words }: Words, password: string): Promise<void> {
    await page.getByLabel(words.email).fill(gateway.service.email);
    await page.getByLabel(words.password).fill(password);
    await page.getByRole('button', { name: words.signIn }).click();
  }
});

type Walk = {
  page: Page;
  words: Words;
  /** Checks the language of the page, and of the page in the other language. */
  visit: (step: string) => Promise<void>;
  business: string;
};

async function readDocument({ page, words, visit, business }: Walk): Promise<void> {
  const { businesses, codes, documents } = words;
  await page.getByRole('button', { name: business }).click();
  await page.getByRole('row').nth(2).waitFor();
  const search = page.getByLabel(businesses.searchParticipants);
  await search.fill('e');
  await visit(business);
  expect(await search.inputValue()).toBe('e');
  await page.getByRole('button', { name: codes.documentTypes.CSF }).click();
  await page.getByText(documents.notRead).waitFor();
  await visit(documents.notRead);
  await page.getByRole('button', { name: documents.read, exact: true }).click();
  const fields = page.getByRole('table', { name: documents.extracted });
  await fields.getByLabel('RFC', { exact: true }).check();
  await visit(documents.extracted);
  await page.getByRole('button', { name: documents.storeChosen(1) }).click();
  await page.getByText(documents.storedFields(1)).waitFor();
  await visit(documents.storedFields(1));
  await page.getByRole('button', { name: documents.close }).click();
}

async function decideMatch({ page, words, visit, business }: Walk): Promise<void> {
  const { app, decisions, desk, lists, screening } = words;
  await page.getByRole('button', { name: app.desk }).click();
  await page
    .getByRole('region', { name: lists.title, exact: true })
    .getByRole('row')
    .nth(3)
    .waitFor();
  await visit(app.desk);
  const pending = page.getByRole('complementary', { name: desk.pendingMatches });
  await pending.getByRole('button', { name: business }).click();
  const form = page.getByRole('form', { name: decisions.decision });
  await form.getByLabel(decisions.states.FALSE_POSITIVE).check();
  await form.getByLabel(decisions.reason).selectOption(decisions.reasons.OTHER);
  await form.getByRole('textbox').fill('Distinto.');
  await visit(desk.match('ofac-sdn'));
  expect(await form.getByRole('textbox').inputValue()).toBe('Distinto.');
  await form.getByLabel(decisions.reason).selectOption(decisions.reasons.DIFFERENT_BIRTH_DATE);
  await form.getByRole('button', { name: decisions.record }).click();
  await page.getByText(desk.nothingPending).waitFor();
  await page.getByRole('button', { name: screening.run }).click();
  await page.getByRole('status').waitFor();
  await visit(decisions.title);
  await page.getByRole('button', { name: app.close, exact: true }).click();
  await page.getByRole('button', { name: app.businesses, exact: true }).click();
}

async function writeReport({ page, words, visit, business }: Walk): Promise<void> {
  const { businesses, reports } = words;
  await page.getByRole('button', { name: business }).click();
  await page.getByRole('button', { name: businesses.socioeconomic }).click();
  await page.getByText(reports.noConsent).waitFor();
  await page.getByRole('button', { name: reports.create }).click();
  await page.getByText(words.errors.codes.CONSENT_REQUIRED).waitFor();
  await visit(reports.consent);
  await page.getByLabel(reports.textVersion).fill('2026-01');
  await page.getByRole('button', { name: reports.record }).click();
  await page.getByRole('button', { name: reports.revoke }).waitFor();
  await page.getByRole('button', { name: reports.create }).click();
  await page.getByRole('table', { name: reports.figures }).waitFor();
  await visit(reports.statuses.DRAFT);
  await page.getByLabel(reports.sure).check();
  await page.getByRole('button', { name: reports.finalize }).click();
  await page.getByRole('status').waitFor();
  await visit(reports.statuses.FINAL);
  await page.getByRole('button', { name: reports.close }).click();
}

async function completeBusiness({ page, words, visit }: Walk): Promise<void> {
  const { app, businesses, deletion } = words;
  await page.getByRole('button', { name: businesses.complete }).click();
  await page.getByLabel(deletion.modes.ALL).check();
  await page.getByText(deletion.summaryWithBusiness(2, 1)).waitFor();
  await visit(deletion.title);
  await page.getByLabel(deletion.sure).check();
  await page.getByRole('button', { name: deletion.confirm }).click();
  await page.getByText(deletion.keepReceipt).waitFor();
  await visit(deletion.receipt);
  await page.getByRole('dialog').getByRole('button', { name: app.close }).click();
  await page.getByText(businesses.deleted).waitFor();
  await visit(businesses.deleted);
}

/** Language and title of the document. */
async function readLanguage(page: Page): Promise<unknown> {
  return await page.evaluate('[document.documentElement.lang, document.title]');
}
