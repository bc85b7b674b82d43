/** `Chrome, Windows` from a user agent string; unknown ones are returned unchanged. */

/** In this order, because each browser also names the ones it derives from. */
const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

export function browserName(agent: string): string {
  const browser = BROWSERS.find(([, mark]) => mark.test(agent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(agent))?.[0];
  return [browser, system].filter(Boolean).join(', ') || agent;
}
