/**
 * Korean surnames in Hangul with their romanizations, one per line, the most frequent one first. Sources: the Revised
 * Romanization (2000), the McCune–Reischauer system and the romanization of North Korea (1992), and the spellings in
 * passports by the National Institute of Korean Language, in the article "List of Korean surnames" of Wikipedia.
 * Variants of several surnames, and those that are frequent Chinese surnames or particles (CHUN, LI, DO), are omitted.
 */
const KOREAN_SURNAMES = `
  김 KIM GIM
  이 LEE YI RI RHEE YEE
  리 LEE
  박 PARK PAK BAK
  최 CHOI CHOE
  정 JUNG JEONG CHUNG CHONG JONG
  강 KANG GANG
  조 CHO JO
  윤 YOON YUN YOUN
  장 JANG CHANG
  임 LIM IM RIM YIM
  림 LIM
  신 SHIN SIN
  유 YOO RYU YOU
  류 YOO
  한 HAN HAHN
  서 SEO SUH
  권 KWON GWON
  황 HWANG WHANG
  안 AHN
  송 SONG
  전 JEON
  홍 HONG
  고 KO KOH
  문 MOON MUN
  양 YANG RYANG
  손 SON SOHN
  배 BAE PAE
  백 BAEK PAEK PAIK BAIK
  허 HEO HUH
  남 NAM
  심 SHIM SIM
  노 NOH ROH RO
  하 HA
  곽 KWAK GWAK
  성 SUNG SEONG
  차 CHA
  주 JOO JU CHU
  우 WOO
  구 KOO KU GU
  민 MIN
  나 NA RA
  진 JIN CHIN
  지 JI JEE
  엄 UM EOM
  채 CHAE
  원 WON
  천 CHEON
  방 BANG PANG
  공 GONG KONG
  현 HYUN HYEON HYON
  함 HAM
  변 BYUN BYEON PYON
  염 YEOM YUM RYOM
  여 YEO YO RYO
  추 CHOO CHU
  도 DO
  석 SEOK
  선 SEON
  설 SEOL
  길 GIL KIL
  표 PYO
  명 MYUNG MYEONG MYONG
  기 KI
  반 BAN
  라 NA
  왕 WANG
  금 GEUM KEUM
  옥 OK
  육 YOOK YUK
  맹 MAENG
  제 JE
  모 MO
  탁 TAK
  국 KOOK KUK GUK
`;

const rows = KOREAN_SURNAMES.trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

/** Most frequent romanization of a surname by its syllable. */
const ROMANIZATIONS: ReadonlyMap<string, string> = new Map(
  rows.map(([syllable = '', romanization = '']) => [syllable, romanization]),
);

/** Pairs of a romanization and the most frequent one of the same surname. */
export const KOREAN_SURNAME_VARIANTS: readonly (readonly [variant: string, name: string])[] =
  rows.flatMap(([, name = '', ...variants]) =>
    variants.map((variant): [string, string] => [variant, name]),
  );

/** Person's name in Hangul: one surname of one syllable and at most three syllables more. */
const HANGUL_NAME = /^\s*(\p{Script=Hangul})(?=(?:\s?\p{Script=Hangul}){1,3}\s*$)/u;

/** Romanizes the surname of a name in Hangul as passports do: 이 is LEE, which letter by letter is I. */
export function romanizeKoreanSurname(text: string): string {
  return text.replace(HANGUL_NAME, (syllable) => {
    const romanization = ROMANIZATIONS.get(syllable.trim());
    return romanization === undefined ? syllable : `${romanization.toLowerCase()} `;
  });
}
