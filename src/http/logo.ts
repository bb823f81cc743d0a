/** Logo of the explorers, also their favicon. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f4e79"/><path d="M9 25V7h8.5a6 6 0 0 1 0 12H9" fill="none" stroke="#fff" stroke-width="3.5"/></svg>';
