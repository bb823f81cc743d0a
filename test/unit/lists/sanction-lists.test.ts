import { describe, expect, it } from 'vitest';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';

const NULLS = Array.from({ length: 6 }, () => '-0- ').join(',');
const SDN = [
  `100,"PEREZ LOPEZ, Juan","individual","SDNTK] [ILLICIT",-0- ,${NULLS},"DOB 25 Dec 1954; alt. DOB circa 1960; POB Culiacan; nationality Mexico; Gender Male; Passport 123-A (Mexico); R.F.C. PELJ-541225-AB1 (Mexico); alt. R.F.C. PELJ-541225 (Mexico); C.U.R.P. PELJ541225HSLRPN09 (Mexico); a.k.a. 'EL UNO'; Linked To: OTRO."`,
  `200,"BARCO",vessel,"CUBA",-0- ,"ABC","Cargo",-0- ,-0- ,"Panama",-0- ,"Vessel Registration Identification IMO 1234567."`,
  `300,"EMPRESA, S.A.",-0- ,"SDNTK",-0- ,${NULLS},"${'x'.repeat(996)}; Ph"`,
  '\u001a',
].join('\r\n');
const ALT = ['100,1,"aka","PEREZ, Juanito",-0- ', '300,2,"fka","ANTES, S.A.",-0- ', '\u001a'].join(
  '\r\n',
);
const ADD = ['100,1,"Calle 1","Culiacan","Mexico",-0- ', '300,2,-0- ,-0- ,-0- ,-0- '].join('\r\n');
const COMMENTS = '300,"one Number 55; a.k.a. \'LA EMPRESA\'."\r\n';

describe("OFAC's list as tables", () => {
  const files = [
    listFile('uno.csv', SDN),
    listFile('dos.csv', ALT),
    listFile('tres.csv', ADD),
    listFile('cuatro.csv', COMMENTS),
  ];

  it('is put together from its parts, in whatever order the files come', async () => {
    for (const order of [files, files.toReversed()]) {
      const { byKey, reading } = await readWhole(READERS['ofac-sdn'], order);
      expect(reading).toMatchObject({ rowsRead: 3, warningsCount: 0 });
      expect(byKey.get('100')).toEqual({
        key: '100',
        partyType: 'natural',
        names: [
          { name: 'PEREZ LOPEZ, Juan', kind: 'primary' },
          { name: 'PEREZ, Juanito', kind: 'aka' },
          { name: 'EL UNO', kind: 'weak' },
        ],
        identifiers: [
          { kind: 'passport', value: '123A', country: 'Mexico' },
          { kind: 'rfc', value: 'PELJ541225AB1', country: 'Mexico' },
          { kind: 'rfc10', value: 'PELJ541225', country: 'Mexico' },
          { kind: 'curp', value: 'PELJ541225HSLRPN09', country: 'Mexico' },
        ],
        status: null,
        programs: ['SDNTK', 'ILLICIT'],
        birthDates: ['1954-12-25', '1960~'],
        countries: ['Mexico'],
        details: {
          gender: 'Male',
          remarks: ['POB Culiacan', 'Linked To: OTRO.'],
          addresses: [{ address: 'Calle 1', city: 'Culiacan', country: 'Mexico' }],
        },
      });
      expect(byKey.get('200')).toMatchObject({
        partyType: 'vessel',
        identifiers: [{ kind: 'imo', value: '1234567' }],
        details: { callSign: 'ABC', vesselType: 'Cargo', flag: 'Panama' },
      });
    }
  });

  it('goes on with long remarks in the middle of a word', async () => {
    const { byKey } = await readWhole(READERS['ofac-sdn'], files);
    expect(byKey.get('300')).toMatchObject({
      names: [
        { name: 'EMPRESA, S.A.' },
        { name: 'ANTES, S.A.', kind: 'fka' },
        { name: 'LA EMPRESA', kind: 'weak' },
      ],
      details: { remarks: [expect.any(String), 'Phone Number 55'] },
    });
  });

  it('warns where a part is missing, and refuses a list without its entries', async () => {
    const { reading } = await readWhole(READERS['ofac-sdn'], files.slice(0, 1));
    expect(reading.warnings.map(({ code }) => code)).toEqual([
      'without_alternates',
      'without_comments',
      'without_addresses',
      'remarks_cut',
    ]);
    await expect(readWhole(READERS['ofac-sdn'], files.slice(1))).rejects.toThrow(/12 columns/);
    await expect(readWhole(READERS['ofac-sdn'], [listFile('x', '1,2,3\n')])).rejects.toThrow(
      /so many columns/,
    );
  });
});

const XML = `<?xml version="1.0"?><s:sdnList xmlns:s="https://example.test/new"><s:publshInformation>
<s:Publish_Date>07/23/2021</s:Publish_Date></s:publshInformation><s:sdnEntry><s:uid>100</s:uid>
<s:firstName>Juan</s:firstName><s:lastName>PEREZ LOPEZ</s:lastName><s:sdnType>Individual</s:sdnType>
<s:programList><s:program>SDNTK</s:program></s:programList><s:idList><s:id><s:idType>R.F.C.</s:idType>
<s:idNumber>PELJ-541225-AB1</s:idNumber><s:idCountry>Mexico</s:idCountry></s:id></s:idList>
<s:akaList><s:aka><s:type>a.k.a.</s:type><s:category>weak</s:category><s:lastName>EL UNO</s:lastName></s:aka></s:akaList>
<s:dateOfBirthList><s:dateOfBirthItem><s:dateOfBirth>25 Dec 1954</s:dateOfBirth></s:dateOfBirthItem></s:dateOfBirthList>
</s:sdnEntry></s:sdnList>`;

const ADVANCED = `<Sanctions xmlns="http://example.test/ADVANCED_XML"><DateOfIssue><Year>2024</Year><Month>5</Month><Day>7</Day></DateOfIssue>
<ReferenceValueSets><AliasTypeValues><AliasType ID="1403">Name</AliasType><AliasType ID="1400">A.K.A.</AliasType></AliasTypeValues>
<CountryValues><Country ID="11">Mexico</Country></CountryValues><FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType>
<FeatureType ID="10">Nationality Country</FeatureType></FeatureTypeValues><IDRegDocTypeValues><IDRegDocType ID="1">R.F.C.</IDRegDocType></IDRegDocTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType></PartyTypeValues><PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
<ScriptValues><Script ID="215">Latin</Script><Script ID="220">Cyrillic</Script></ScriptValues></ReferenceValueSets>
<Locations><Location ID="5"><LocationCountry CountryID="11"/></Location></Locations>
<IDRegDocuments><IDRegDocument ID="1" IDRegDocTypeID="1" IdentityID="7" IssuedBy-CountryID="11"><IDRegistrationNo>PELJ-541225-AB1</IDRegistrationNo></IDRegDocument></IDRegDocuments>
<DistinctParties><DistinctParty FixedRef="100"><Comment/><Profile ID="100" PartySubTypeID="4"><Identity ID="7">
<Alias AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName><DocumentedNamePart><NamePartValue ScriptID="215">EL UNO</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
<Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName><DocumentedNamePart><NamePartValue ScriptID="215">PEREZ</NamePartValue></DocumentedNamePart>
<DocumentedNamePart><NamePartValue ScriptID="215">Juan</NamePartValue></DocumentedNamePart><DocumentedNamePart><NamePartValue ScriptID="220">Хуан</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
<Feature FeatureTypeID="8"><FeatureVersion><DatePeriod><Start Approximate="true"><From><Year>1954</Year><Month>1</Month><Day>1</Day></From></Start><End><To><Year>1954</Year><Month>12</Month><Day>31</Day></To></End></DatePeriod></FeatureVersion></Feature>
<Feature FeatureTypeID="10"><FeatureVersion><VersionLocation LocationID="5"/></FeatureVersion></Feature></Profile></DistinctParty></DistinctParties>
<SanctionsEntries><SanctionsEntry ProfileID="100"><SanctionsMeasure><Comment>SDNTK</Comment></SanctionsMeasure><SanctionsMeasure><Comment/></SanctionsMeasure></SanctionsEntry></SanctionsEntries></Sanctions>`;

describe("OFAC's list as XML", () => {
  const RFC = { kind: 'rfc', value: 'PELJ541225AB1', country: 'Mexico' };

  it('is read whatever its namespace', async () => {
    const { byKey, reading } = await readWhole(READERS['ofac-sdn'], [listFile('sdn.xml', XML)]);
    expect(reading.asOf).toBe('2021-07-23');
    expect(byKey.get('100')).toMatchObject({
      partyType: 'natural',
      names: [
        { name: 'PEREZ LOPEZ, Juan', kind: 'primary' },
        { name: 'EL UNO', kind: 'weak' },
      ],
      identifiers: [RFC],
      programs: ['SDNTK'],
      birthDates: ['1954-12-25'],
    });
  });

  it('is read in the advanced form, names in their own script included', async () => {
    const { byKey, reading } = await readWhole(READERS['ofac-sdn'], [listFile('a.xml', ADVANCED)]);
    expect(reading.asOf).toBe('2024-05-07');
    expect(byKey.get('100')).toEqual({
      key: '100',
      partyType: 'natural',
      names: [
        { name: 'PEREZ Juan', kind: 'primary' },
        { name: 'EL UNO', kind: 'weak' },
        { name: 'Хуан', kind: 'original' },
      ],
      identifiers: [RFC],
      status: null,
      programs: ['SDNTK'],
      birthDates: ['1954~'],
      countries: ['Mexico'],
      details: {},
    });
  });

  it.each([
    ['a cut document', XML.slice(0, 500), /well-formed/],
    ['entities of its own', `<!DOCTYPE sdnList [<!ENTITY a "b">]>${XML}`, /document type/],
    ['another document', '<sdnListe/>', /not a list of OFAC/],
    ['deep nesting', `<sdnList>${'<a>'.repeat(100)}`, /nested too deeply/],
  ])('refuses %s', async (_, text, reason) => {
    await expect(readWhole(READERS['ofac-sdn'], [listFile('a.xml', text)])).rejects.toThrow(reason);
  });
});

describe("the Security Council's list", () => {
  it('is read with aliases, dates and documents', async () => {
    const text = `<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z"><INDIVIDUALS><INDIVIDUAL><FIRST_NAME>JUAN</FIRST_NAME>
<SECOND_NAME>PEREZ</SECOND_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>CDi.999</REFERENCE_NUMBER>
<NAME_ORIGINAL_SCRIPT>خوان</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Mexico</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Uno; Dos</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1973</FROM_YEAR><TO_YEAR>1974</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1975</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Número de pasaporte </TYPE_OF_DOCUMENT><NUMBER>A-1</NUMBER><ISSUING_COUNTRY>Mexico</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><FIRST_NAME>EMPRESA</FIRST_NAME><REFERENCE_NUMBER>CDe.9</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;
    const { byKey, reading } = await readWhole(READERS['un-sc'], [listFile('un.xml', text)]);
    expect(reading).toMatchObject({ asOf: '2026-02-27', tallies: { individual: 1, entity: 1 } });
    expect(byKey.get('CDi.999')).toMatchObject({
      names: [
        { name: 'JUAN PEREZ', kind: 'primary' },
        { name: 'خوان', kind: 'original' },
        { name: 'Uno', kind: 'weak' },
        { name: 'Dos', kind: 'weak' },
      ],
      identifiers: [{ kind: 'passport', value: 'A1', country: 'Mexico' }],
      programs: ['DRC'],
      birthDates: ['1973/1974', '1975~'],
      countries: ['Mexico'],
    });
  });
});
