/** Words with which no natural person's RFC may begin; the SAT replaces the last letter by an X. */
const FORBIDDEN_WORDS = new Set(
  (
    'BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO ' +
    'KOGE KOJO KAKA KULO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN'
  ).split(' '),
);

export function isForbiddenWord(letters: string): boolean {
  return FORBIDDEN_WORDS.has(letters);
}

/** Replaces the last of the four letters by an X when they form a forbidden word. */
export function maskForbiddenWord(letters: string): string {
  return isForbiddenWord(letters) ? `${letters.slice(0, 3)}X` : letters;
}
