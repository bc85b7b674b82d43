import { describe, expect, it } from 'vitest';
import type { DocumentItem } from '../../../../shared/contract/playout/manifest.ts';
import { configDocument, playlistDocument } from '../../../../shared/contract/playout/manifest.ts';
import {
  momentAt,
  parsePlayerMessage,
  previewMessage,
} from '../../../../console/content/playlists/preview/previewMessage.ts';
import { besideVerdicts, verdictsOf } from '../../../../console/content/playlists/preview/verdicts.ts';
import { idOf } from '../../../support/console/content.ts';

const SHA = 'a'.repeat(64);
const item = (n: number, more: Partial<DocumentItem> = {}): DocumentItem => ({
  ...{ id: idOf(n), creative_id: idOf(n + 10), kind: 'image', name: `Item ${n}` },
  asset: { sha256: SHA, bytes: 9, mime: 'image/png', chunk_bytes: 1_048_576, chunks_sha256: SHA },
  ...{ duration_ms: 10_000, transition: 'none', fit: null },
  ...more,
});
const preview = (items: DocumentItem[], beside?: DocumentItem[]) => ({
  document: {
    ...{ kind: 'playlist' as const, playlist_id: idOf(700), version: 1, items },
    ...(beside && {
      layout: 'main_side' as const,
      beside: { playlist_id: idOf(701), version: 1, items: beside },
    }),
  },
  left_out: [{ item_id: idOf(9), reason: 'not_approved' as const }],
  urls: { [SHA]: '/media/a' },
});
/** Friday, 20:00 in Lisbon. */
const FRIDAY = Date.parse('2026-11-27T20:00:00.000Z');
const moment = momentAt(FRIDAY, 'Europe/Lisbon');
const EVENING = { days: [5], start: '18:00', end: '23:00' };

describe('a preview', () => {
  it('hands over documents the player would take from the server, and the moment', () => {
    const message = previewMessage('Day loop', preview([item(1)]), moment);
    expect(playlistDocument.safeParse(message.document).success).toBe(true);
    expect(configDocument.safeParse(message.config).success).toBe(true);
    expect(message.moment).toMatchObject({ at: FRIDAY, tz: 'Europe/Lisbon' });
  });

  it('hears its own frame from its own origin and nobody else', () => {
    const frame = {} as Window;
    const message = { data: { type: 'preview-item', index: 1 }, origin: 'https://us', source: frame };
    expect(parsePlayerMessage(message, frame, 'https://us')).toEqual({ type: 'preview-item', index: 1 });
    expect(parsePlayerMessage({ ...message, origin: 'https://them' }, frame, 'https://us')).toBeNull();
    expect(parsePlayerMessage({ ...message, source: {} as Window }, frame, 'https://us')).toBeNull();
    expect(
      parsePlayerMessage({ ...message, data: { type: 'preview-item' } }, frame, 'https://us'),
    ).toBeNull();
    expect(parsePlayerMessage({ ...message, data: null }, frame, 'https://us')).toBeNull();
  });
});

describe('an item at a moment', () => {
  const verdict = (made: DocumentItem[], at = moment) =>
    verdictsOf([idOf(1)], preview(made), at).get(idOf(1));

  it.each([
    ['plays without any limit', {}, null],
    ['plays in its hours', { dayparts: [EVENING] }, null],
    ['waits for its hours', { dayparts: [{ ...EVENING, start: '21:00' }] }, 'daypart'],
    ['waits for its first day', { valid_from: '2026-11-28' }, 'not_yet'],
    ['is over after its last day', { valid_until: '2026-11-26' }, 'over'],
    ['hangs on weather nobody knows here', { conditions: [{ on: 'wind', min: 1 }] }, 'weather_unknown'],
    ['hangs on a place nobody knows here', { near: { lat: 0, lng: 0, radius_km: 1 } }, 'place_unknown'],
  ] as const)('%s', (_what, rights, expected) => {
    expect(verdict([item(1, rights as Partial<DocumentItem>)])).toBe(expected);
  });

  it('is judged by the clocks of the screen', () => {
    const late = item(1, { dayparts: [{ ...EVENING, start: '21:00' }] });
    expect(verdict([late], momentAt(FRIDAY, 'Europe/Madrid'))).toBeNull();
  });

  it('of local content plays as soon as one of its kind may, by the item they are made of', () => {
    const over = item(21, { turn: idOf(1), ends_at: '2026-11-01T00:00:00.000Z' });
    expect(verdict([over])).toBe('over');
    expect(verdict([over, item(22, { turn: idOf(1) })])).toBeNull();
  });

  it('that is left out says why, and a kind without content that it has none', () => {
    const all = verdictsOf([idOf(9), idOf(8)], preview([]), moment);
    expect([...all]).toEqual([
      [idOf(9), 'not_approved'],
      [idOf(8), 'no_content'],
    ]);
  });

  it('of the second zone is judged as well', () => {
    const beside = [item(3), item(4, { valid_until: '2026-11-26' })];
    expect(besideVerdicts(preview([], beside), moment).map(one => one.reason)).toEqual([null, 'over']);
  });
});
