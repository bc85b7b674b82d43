import { describe, expect, it } from 'vitest';
import {
  connectionTypeOf,
  isMetered,
  readLinkInfo,
  type NetworkInformation,
} from '../../../../shared/net/quality/link.ts';

describe('what the browser tells of the link', () => {
  it.each<[NetworkInformation, string]>([
    [{ type: 'wifi', effectiveType: '3g' }, 'wifi'],
    [{ type: 'cellular', effectiveType: '4g' }, 'cellular'],
    [{ type: 'ethernet', effectiveType: '4g' }, 'ethernet'],
    [{ effectiveType: '5g' }, '5g'],
    [{ effectiveType: '4g' }, '4g'],
    [{ effectiveType: '3g' }, '3g'],
    [{ type: 'unknown', effectiveType: '4g' }, '4g'],
    [{ effectiveType: '2g' }, 'unknown'],
    [{ effectiveType: 'slow-2g' }, 'unknown'],
    [{}, 'unknown'],
  ])('NET-03 AMBIG-NET-07 takes the transport, else the generation: %o is %s', (connection, type) => {
    expect(connectionTypeOf(connection)).toBe(type);
  });

  it.each(['bluetooth', 'wimax', 'none', 'other', 'mixed'])(
    'OPEN-NET-03 a transport that has no name here is unknown: %s',
    type => {
      expect(connectionTypeOf({ type, effectiveType: '4g' })).toBe('unknown');
    },
  );

  it('copies what is there and leaves the rest empty', () => {
    expect(readLinkInfo({ effectiveType: '3g', downlink: 0.7, rtt: 250, saveData: true })).toEqual({
      connectionType: '3g',
      effectiveType: '3g',
      downlink: 0.7,
      rtt: 250,
      saveData: true,
    });
    expect(readLinkInfo()).toEqual({
      connectionType: 'unknown',
      effectiveType: null,
      downlink: null,
      rtt: null,
      saveData: false,
    });
  });

  it.each<[NetworkInformation | undefined, 'auto' | 'metered' | 'unmetered', boolean, boolean]>([
    [undefined, 'auto', false, false],
    [undefined, 'auto', true, true],
    [{ type: 'unknown' }, 'auto', true, true],
    [{ effectiveType: '4g' }, 'auto', true, true],
    [{ type: 'ethernet' }, 'auto', true, false],
    [{ type: 'wifi' }, 'auto', true, false],
    [{ type: 'cellular' }, 'auto', false, true],
    [{ type: 'cellular' }, 'unmetered', true, false],
    [{ type: 'wifi', saveData: true }, 'auto', false, true],
    [{ saveData: true }, 'unmetered', true, false],
    [{ type: 'ethernet' }, 'metered', false, true],
    [{ effectiveType: '4g' }, 'auto', false, false],
    [{ effectiveType: '3g' }, 'auto', false, false],
    [{ effectiveType: 'slow-2g' }, 'auto', false, false],
  ])('the link %o with the setting %s, kiosk %s: metered %s', (connection, setting, isKiosk, metered) => {
    expect(isMetered({ connection, setting, isKiosk })).toBe(metered);
  });

  it.each<[NetworkInformation | undefined, 'auto' | 'metered' | 'unmetered', boolean]>([
    [undefined, 'auto', false],
    [undefined, 'metered', false],
    [{ type: 'wifi' }, 'metered', false],
    [{ type: 'cellular' }, 'auto', true],
    [{ type: 'cellular' }, 'metered', true],
    [{ saveData: true }, 'auto', true],
    [{ type: 'cellular' }, 'unmetered', false],
  ])(
    'in the depot the link %o of a kiosk with the setting %s: metered %s',
    (connection, setting, metered) => {
      expect(isMetered({ connection, setting, isKiosk: true, isInDepot: true })).toBe(metered);
    },
  );
});
