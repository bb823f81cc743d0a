import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { CATALOGUES, chooseLanguage, type Language, type Words } from './language.ts';

type Chosen = { language: Language; choose: (language: Language) => void };

const KEY = 'language';

const LanguageContext = createContext<Chosen>({ language: 'en', choose: () => undefined });

/** Gives the components below it the language; a change of it renders them again and keeps their state. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(() =>
    chooseLanguage(localStorage.getItem(KEY), navigator.languages),
  );
  useEffect(() => {
    document.documentElement.lang = language === 'es' ? 'es-MX' : 'en';
    document.title = CATALOGUES[language].app.title;
  }, [language]);
  const chosen = useMemo(() => {
    const choose = (next: Language): void => {
      localStorage.setItem(KEY, next);
      setLanguage(next);
    };
    return { language, choose };
  }, [language]);
  return <LanguageContext value={chosen}>{children}</LanguageContext>;
}

/** Returns the texts of the chosen language. */
export function useWords(): Words {
  return CATALOGUES[useContext(LanguageContext).language];
}

/** Returns the chosen language, and the function that changes it. */
export function useLanguage(): Chosen {
  return useContext(LanguageContext);
}
