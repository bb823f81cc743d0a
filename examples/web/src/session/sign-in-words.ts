const ENGLISH = {
  title: 'Sign in to work with participants.',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  wrong_password: 'The e-mail or the password is wrong.',
  too_many_attempts: 'Too many attempts. Try again in 15 minutes.',
  unavailable: 'Signing in is not possible at the moment.',
};

const SPANISH: typeof ENGLISH = {
  title: 'Inicie sesión para trabajar con participantes.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  signingIn: 'Iniciando sesión…',
  wrong_password: 'El correo electrónico o la contraseña no son correctos.',
  too_many_attempts: 'Demasiados intentos. Inténtelo de nuevo en 15 minutos.',
  unavailable: 'Por el momento no es posible iniciar sesión.',
};

/** Texts of the sign-in in the language of the browser: Spanish, or else English. */
export const SIGN_IN_WORDS = navigator.language.startsWith('es') ? SPANISH : ENGLISH;
