interface ImportMetaEnv {
  readonly VITE_SERVICE?: string;
  readonly VITE_API_KEY?: string;
  readonly VITE_EMAIL?: string;
}
