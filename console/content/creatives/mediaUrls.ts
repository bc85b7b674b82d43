/** Addresses of media are good for 5 to 10 minutes: what shows pictures reads them again before that, ms. */
export const MEDIA_URL_REFRESH_MS = 4 * 60_000;
