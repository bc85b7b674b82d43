import { describe, expect, it, vi } from 'vitest';
import {
  countryOf,
  geocoderUrl,
  guessLanguage,
  type GeolocationPorts,
} from '../../../../console/app/language/languageByLocation.ts';
import { languageOfCountry } from '../../../../shared/i18n/language.ts';

const GEOCODER = 'https://maps.test/reverse?lat={lat}&lon={lon}';
const LISBON = { latitude: 38.7223, longitude: -9.1393 } as GeolocationCoordinates;

interface World {
  permission?: PermissionState;
  locate?: GeolocationPorts['geolocation']['getCurrentPosition'];
  answer?: () => Promise<Response>;
}
function world({ permission = 'granted', locate, answer }: World = {}) {
  const getCurrentPosition = vi.fn<GeolocationPorts['geolocation']['getCurrentPosition']>(
    locate ?? (done => done({ coords: LISBON } as GeolocationPosition)),
  );
  const fetch = vi.fn<typeof globalThis.fetch>(
    answer ?? (() => Promise.resolve(Response.json({ address: { country_code: 'tw' } }))),
  );
  const logged: string[] = [];
  const ports: GeolocationPorts = {
    geolocation: { getCurrentPosition },
    permission: () => Promise.resolve(permission),
    fetch,
    log: message => logged.push(message),
  };
  return { ports, getCurrentPosition, fetch, logged };
}
const asked = { geocoder: GEOCODER, mayPrompt: false };

describe('the guess at the language', () => {
  it('API-21 I18N-07 is made from the place and the country the geocoder names', async () => {
    const { ports, fetch } = world();
    expect(await guessLanguage(ports, asked)).toBe('zh');
    expect(fetch.mock.calls[0]?.[0]).toBe('https://maps.test/reverse?lat=38.7&lon=-9.1');
  });

  it('I18N-09 I18N-10 waits 5000 ms for a place and takes one up to 300000 ms old', async () => {
    const { ports, getCurrentPosition } = world();
    await guessLanguage(ports, asked);
    expect(getCurrentPosition.mock.calls[0]?.[2]).toEqual({ timeout: 5000, maximumAge: 300_000 });
  });

  const refused = (code: number) => (_done: PositionCallback, fail?: PositionErrorCallback | null) =>
    fail?.({ code } as GeolocationPositionError);
  it.each([
    ['the place is refused', { locate: refused(1) }],
    ['the place cannot be told', { locate: refused(2) }],
    ['the place comes too late', { locate: refused(3) }],
    ['the geocoder cannot be reached', { answer: () => Promise.reject(new TypeError('no network')) }],
    ['the geocoder answers 500', { answer: () => Promise.resolve(new Response('', { status: 500 })) }],
    ['the geocoder answers no JSON', { answer: () => Promise.resolve(new Response('<html>')) }],
    ['the geocoder names no country', { answer: () => Promise.resolve(Response.json({})) }],
  ] as [string, World][])('I18N-08 is English where %s', async (_what, more) => {
    expect(await guessLanguage(world(more).ports, asked)).toBe('en');
  });

  it('I18N-11 is Chinese in CN', () => expect(languageOfCountry('CN')).toBe('zh'));
  it('I18N-12 is Chinese in TW', () => expect(languageOfCountry('TW')).toBe('zh'));
  it('I18N-13 is Chinese in HK', () => expect(languageOfCountry('HK')).toBe('zh'));
  it('I18N-14 is Chinese in MO', () => expect(languageOfCountry('MO')).toBe('zh'));
  it.each(['US', 'SG', 'JP', 'PT', ''])('I18N-15 is English in %j', country => {
    expect(languageOfCountry(country)).toBe('en');
  });
  it.each(['CN', 'TW', 'HK', 'MO'])('AMBIG-I18N-02 is the one Chinese there is in %s', country => {
    expect(languageOfCountry(country.toLowerCase())).toBe('zh');
  });

  it.each(['prompt', 'denied'] as const)(
    'AMBIG-I18N-01 asks for no place while the permission is %s',
    async permission => {
      const { ports, getCurrentPosition, fetch } = world({ permission });
      expect(await guessLanguage(ports, asked)).toBe('en');
      expect([getCurrentPosition.mock.calls, fetch.mock.calls]).toEqual([[], []]);
    },
  );

  it('AMBIG-I18N-01 asks once the user has agreed', async () => {
    const { ports, getCurrentPosition } = world({ permission: 'prompt' });
    expect(await guessLanguage(ports, { ...asked, mayPrompt: true })).toBe('zh');
    expect(getCurrentPosition).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])(
    'OPEN-I18N-01 without a geocoder asks nobody anything and is English, mayPrompt: %s',
    async agreed => {
      const { ports, getCurrentPosition, fetch } = world();
      expect(await guessLanguage(ports, { geocoder: null, mayPrompt: agreed })).toBe('en');
      expect([getCurrentPosition.mock.calls, fetch.mock.calls]).toEqual([[], []]);
    },
  );

  it.each([
    [{ latitude: 22.3193, longitude: 114.1694 }, 'lat=22.3&lon=114.2'],
    [{ latitude: -33.86, longitude: -70.04 }, 'lat=-33.9&lon=-70.0'],
  ])('OPEN-I18N-01 tells the geocoder %j to a tenth of a degree only', (coords, query) => {
    expect(geocoderUrl(GEOCODER, coords as GeolocationCoordinates)).toBe(
      `https://maps.test/reverse?${query}`,
    );
  });

  it('sends neither cookies nor the page it comes from', async () => {
    const { ports, fetch } = world();
    await guessLanguage(ports, asked);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it.each([
    [{ country_code: 'hk' }, 'hk'],
    [{ countryCode: 'MO' }, 'MO'],
    [{ address: { country_code: 'cn' } }, 'cn'],
    [null, ''],
    ['CN', ''],
    [{ country_code: 7 }, ''],
  ])('reads the country of %j', (answer, country) => expect(countryOf(answer)).toBe(country));
});
