/** Guesses the language from the device's location. No permission prompt without consent, no request without GEOCODER_URL. */
import { LOCATION, type Language } from '../../../shared/constants.ts';
import { languageOfCountry } from '../../../shared/i18n/language.ts';

export interface GeolocationPorts {
  geolocation: Pick<Geolocation, 'getCurrentPosition'>;
  permission: () => Promise<PermissionState>;
  fetch: typeof fetch;
  log: (message: string, error: unknown) => void;
}
interface GuessOptions {
  /** URL template with `{lat}` and `{lon}`; null: the location is never requested. */
  geocoder: string | null;
  /** The user has just requested it, so the browser may show its permission prompt. */
  mayPrompt: boolean;
}

/** One decimal, about 11 km: enough for the country, too coarse for a street. */
const DECIMALS = 1;

export const geocoderUrl = (template: string, { latitude, longitude }: GeolocationCoordinates): string =>
  template.replaceAll('{lat}', latitude.toFixed(DECIMALS)).replaceAll('{lon}', longitude.toFixed(DECIMALS));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Common geocoders return `country_code` or `countryCode`, some inside `address`. */
export function countryOf(answer: unknown): string {
  if (!isRecord(answer)) return '';
  const { country_code, countryCode, address } = answer;
  const code = country_code ?? countryCode;
  return typeof code === 'string' ? code : countryOf(address);
}

const position = (geolocation: GeolocationPorts['geolocation']) =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    geolocation.getCurrentPosition(resolve, reject, {
      timeout: LOCATION.timeoutMs,
      maximumAge: LOCATION.maxAgeMs,
    }),
  );

/** Falls back to English when the location is not allowed, not configured, too slow or fails. */
export async function guessLanguage(
  ports: GeolocationPorts,
  { geocoder, mayPrompt }: GuessOptions,
): Promise<Language> {
  if (geocoder === null) return 'en';
  try {
    if (!mayPrompt && (await ports.permission()) !== 'granted') return 'en';
    const { coords } = await position(ports.geolocation);
    const answer = await ports.fetch(geocoderUrl(geocoder, coords), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LOCATION.timeoutMs),
    });
    return answer.ok ? languageOfCountry(countryOf(await answer.json())) : 'en';
  } catch (error) {
    ports.log('the place could not be told', error);
    return 'en';
  }
}

export const browserGeolocation: GeolocationPorts = {
  geolocation: { getCurrentPosition: (...args) => navigator.geolocation.getCurrentPosition(...args) },
  permission: async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
  fetch: (input, init) => fetch(input, init),
  log: (message, error) => console.warn(message, error),
};
