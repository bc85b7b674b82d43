/** What a screen says of a choice: why each line did not play, and all that lets anybody make it again. */
import { expect, it } from 'vitest';
import type { ExplainedChoice } from '../../../player/library/choice.ts';
import type { Content } from '../../../player/library/content.ts';
import { createItemSource } from '../../../player/library/itemSource.ts';
import type { RecordedDecision } from '../../../shared/contract/proof/recording.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import type { AssetRow } from '../../../shared/device/storage.ts';
import { chosenOf } from '../../../shared/playout/recording/chosen.ts';
import { remake } from '../../../shared/playout/recording/remake.ts';
import { NOTHING_KNOWN } from '../../../shared/slides/facts.ts';
import { packSlide } from '../../../shared/slides/file.ts';
import { lineOf, MONDAY } from '../../shared/playout/lines.ts';
import { picture, playlistOf } from '../items.ts';

const CONFIG = {
  ...{ kind: 'config' as const, name: 'Cab 7', orientation: 0 as const, fit: 'contain' as const },
  ...{ volume: 0, tz: 'UTC' },
};
interface World {
  loop?: DocumentItem[];
  lines: DocumentLine[];
  withdrawn?: string[];
  isSafe?: boolean;
  /** Whether the file is here, by the number of the question. */
  isHere?: (sha256: string, n: number) => boolean;
  blob?: Blob;
}
async function chooseIn({
  loop = [],
  lines,
  withdrawn = [],
  isSafe = false,
  isHere = () => true,
  blob,
}: World) {
  const config = { ...CONFIG, withdrawn };
  const content: Content = {
    ...{ plan: { version: 1, playlist: null, config: null }, playlist: playlistOf(loop), config },
    flights: { kind: 'flights', lines },
  };
  let choice: ExplainedChoice | null = null;
  let n = 0;
  const source = createItemSource({
    content: { active: () => content, pending: () => null },
    library: {
      findAll: shas =>
        Promise.resolve(
          shas.map(sha256 => (isHere(sha256, n++) ? ({ complete: true } as AssetRow) : undefined)),
        ),
      blob: () => Promise.resolve(blob ?? null),
    },
    bootCounter: { isSafe, countVideoStart: async () => {} },
    moments: { at: due => ({ at: due, tz: 'UTC', weather: null, place: null }) },
    decisions: { count: one => void (choice = one) },
    ...{ storedPosition: null, facts: NOTHING_KNOWN },
  });
  await source.choose({}, MONDAY, MONDAY);
  const made = choice!;
  const documents: Record<string, unknown> = {
    ...{ playlist: content.playlist, config, flights: content.flights },
  };
  const record: RecordedDecision = {
    ...{ n: 0, at: MONDAY, weather: null, place: null, state: null, position: null, loop: null, leases: [] },
    documents: { playlist: 'playlist', config: 'config', flights: 'flights', schedule: null, scheduled: [] },
    ...{ passed: made.passed, missing: [...made.missing] },
    unready: [...made.unready].map(([line_id, reason]) => ({ line_id, reason })),
    chosen: chosenOf(made.item),
    reasons: made.reasons.map(({ line, reason }) => ({ line_id: line.id, reason })),
  };
  const { chosen, reasons } = remake(record, sha256 => JSON.stringify(documents[sha256]));
  expect({ chosen, reasons }).toEqual({ chosen: record.chosen, reasons: record.reasons });
  return { chosen, reasons: reasons.map(({ reason }) => reason) };
}

it('names what a creative lacks that comes after others, too: taken off, a video in safe mode, a fact of a slide, a file', async () => {
  const video = picture(0x301, { kind: 'video' });
  const slide = picture(0x302, { kind: 'slide' });
  const lines = [
    lineOf(1),
    lineOf(2, { items: [video] }),
    lineOf(3, { items: [slide] }),
    lineOf(4),
    lineOf(5, { items: [...lineOf(1).items, video] }),
  ];
  const first = lineOf(1).items[0]!.asset.sha256;
  const last = lineOf(4).items[0]!.asset.sha256;
  const { reasons } = await chooseIn({
    lines,
    withdrawn: [first],
    isSafe: true,
    isHere: sha256 => sha256 !== last,
  });
  expect(reasons).toEqual(['withdrawn', 'safe_mode', 'chosen', 'outranked', 'withdrawn']);
  const missing = await chooseIn({ lines: [lines[3]!], isHere: () => false });
  expect(missing).toEqual({ chosen: null, reasons: ['not_cached'] });
});

it('says of a slide that it needs what the screen does not know, once its file was read', async () => {
  const slide = lineOf(1, { items: [picture(0x302, { kind: 'slide' })] });
  const file = packSlide({ needs: ['weather'] } as never, []);
  const blob = new Blob([Uint8Array.from(file)]);
  expect(await chooseIn({ lines: [slide], blob })).toEqual({ chosen: null, reasons: ['fact_unknown'] });
});

it('keeps two lines apart that show one item, where its file came between the two', async () => {
  const flight = lineOf(2, { campaign_id: lineOf(1).campaign_id, items: lineOf(1).items });
  const { chosen, reasons } = await chooseIn({ lines: [lineOf(1), flight], isHere: (_, n) => n > 0 });
  expect(chosen).toMatchObject({ item_id: lineOf(1).items[0]!.id, line_id: flight.id });
  expect(reasons).toEqual(['not_cached', 'chosen']);
});
