/** A guess at the language from where the machine stands: nobody is asked without consent, nobody told without GEOCODER_URL. */
import { LOCATION, type Language } from '../../../shared/constants.ts';
import { languageOfCountry } from '../../../shared/i18n/language.ts';

export interface GeolocationPorts {
  geolocation: Pick<Geolocation, 'getCurrentPosition'>;
  permission: () => Promise<PermissionState>;
  fetch: typeof fetch;
  log: (message: string, error: unknown) => void;
}
interface GuessOptions {
  /** Address with `{lat}` and `{lon}`; null: no place is ever asked for. */
  geocoder: string | null;
  /** The user has just pressed the control that asks for it. */
  mayPrompt: boolean;
}

/** A tenth of a degree, some 11 km, tells a country and no street. */
const DECIMALS = 1;

export const geocoderUrl = (template: string, { latitude, longitude }: GeolocationCoordinates): string =>
  template.replaceAll('{lat}', latitude.toFixed(DECIMALS)).replaceAll('{lon}', longitude.toFixed(DECIMALS));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The usual services name it `country_code` or `countryCode`, some within `address`. */
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

/** English wherever it is not allowed, not set up, too slow or wrong. */
export async function guessLanguage(ports: GeolocationPorts, { geocoder, mayPrompt }: GuessOptions): Promise<Language> {
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
