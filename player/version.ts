/** Set by the build from package.json. */
export const APP_VERSION = String(import.meta.env['VITE_APP_VERSION'] ?? 'dev');
