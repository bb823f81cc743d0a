import { LANGUAGE_NAMES, LANGUAGES } from './language.ts';
import { useLanguage, useWords } from './use-words.tsx';

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
          title={LANGUAGE_NAMES[code]}
          aria-label={LANGUAGE_NAMES[code]}
          aria-pressed={code === language}
          onClick={() => choose(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
