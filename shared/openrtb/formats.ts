/** Formats of texts in OpenRTB: currencies, countries, domain names, addresses. */

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const HOSTNAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
const MACRO = /\$\{[A-Z_]+(:[A-Z0-9]+)?\}/g;

export const hasIsoCurrency = (value: string) => CURRENCIES.has(value);
export const isCountry = (value: string) => /^[A-Z]{3}$/.test(value);
export const isHostname = (value: string) => HOSTNAME.test(value);

/** An address as it may be once its macros have values. */
export const withoutMacros = (value: string) => value.replace(MACRO, 'x');

/** An address a notice can be sent to, macros in it left aside. */
export function isHttpUrl(value: string): boolean {
  const url = withoutMacros(value);
  return /^https?:\/\/[^\s<>"]+$/i.test(url) && URL.canParse(url);
}
