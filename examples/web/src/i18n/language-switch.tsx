import { LANGUAGES } from './language.ts';
import { useLanguage, useWords } from './use-words.tsx';

/** Names of the languages, each in itself. */
const NAMES = { es: 'Español', en: 'English' } as const;

/** Switches the language of the whole page; what was typed stays. */
export function LanguageSwitch() {
  const { language, choose } = useLanguage();
  return (
    <div role="group" className="languages" aria-label={useWords().app.language}>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          className="quiet"
          lang={code}
          title={NAMES[code]}
          aria-label={NAMES[code]}
          aria-pressed={code === language}
          onClick={() => choose(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
