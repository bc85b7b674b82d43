/** The order of a loop: as listed, shuffled, or by weight. The same on each screen and after each restart. Pure. */
import type { PlaylistDocument } from '../contract/playout/manifest.ts';
import { seededUnit } from '../random.ts';

/** What of an item its order depends on. */
export interface LoopItem {
  id: string;
  asset: { sha256: string };
  weight?: number | undefined;
  turn?: string | undefined;
}
export interface Loop<I extends LoopItem> extends Pick<PlaylistDocument, 'playlist_id' | 'shuffle'> {
  items: readonly I[];
}
/** The item shown last, and where in its round that was. It survives a restart and a new version. */
export interface LoopPosition {
  item_id: string;
  index: number;
  /** SHA-256 of its asset, because a new version may have new item ids. */
  sha256?: string | undefined;
  round?: number | undefined;
  slot?: number | undefined;
  /** The item shown last of each turn. */
  turns?: Readonly<Record<string, string>> | undefined;
}

/** Items of one turn take one place in the loop. */
function placesOf<I extends LoopItem>(items: readonly I[]): I[][] {
  const places: I[][] = [];
  for (const item of items) {
    const last = places.at(-1);
    if (item.turn !== undefined && last?.[0]?.turn === item.turn) last.push(item);
    else places.push([item]);
  }
  return places;
}

/** FNV-1a: seeds that are alike must not shuffle alike. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/**
 * The places of a round by number. A place of weight three comes once in each third of its round, so each of
 * weight one is a plain shuffle. Where it can be helped no place follows itself, also not from round to round.
 */
function shuffled(places: readonly LoopItem[][], loop: Loop<LoopItem>, round: number): number[] {
  /** Two places can only alternate. */
  const seed = places.length < 3 ? 0 : round;
  const draw = (n: number) => {
    const random = seededUnit(hashOf(`${loop.playlist_id} ${n}`));
    return places
      .flatMap(([first], place) => {
        const weight = loop.shuffle === 'weighted' ? (first?.weight ?? 1) : 1;
        return Array.from({ length: weight }, (_, i) => ({ place, at: (i + random()) / weight }));
      })
      .sort((a, b) => a.at - b.at)
      .map(({ place }) => place);
  };
  const slots = draw(seed);
  let last = seed > 0 ? draw(seed - 1).at(-1) : undefined;
  for (const [i, place] of slots.entries()) {
    const other = place === last ? slots.findIndex((one, j) => j > i && one !== place) : -1;
    if (other > 0) [slots[i], slots[other]] = [slots[other]!, place];
    last = slots[i];
  }
  return slots;
}

/** Each decision asks for the same rounds; one of five hundred places of weight a hundred takes a second to draw. */
const drawn = new Map<string, readonly number[]>();
const MAX_DRAWN = 6;
function shuffledOnce(places: readonly LoopItem[][], loop: Loop<LoopItem>, round: number) {
  const { playlist_id, shuffle } = loop;
  const key = [playlist_id, shuffle, round, places.map(([first]) => first?.weight)].join();
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size > MAX_DRAWN) drawn.clear();
  const slots = shuffled(places, loop, round);
  drawn.set(key, slots);
  return slots;
}

const slotsOf = (places: readonly LoopItem[][], loop: Loop<LoopItem>, round: number) =>
  loop.shuffle === 'all' || loop.shuffle === 'weighted'
    ? shuffledOnce(places, loop, round)
    : [...places.keys()];

/** By its id, or by the same file at its index where a new version named its items anew. */
function indexIn(items: readonly LoopItem[], { item_id, index, sha256 }: LoopPosition): number {
  const found = items.findIndex(({ id }) => id === item_id);
  return found < 0 && sha256 !== undefined && items[index]?.asset.sha256 === sha256 ? index : found;
}

interface Step<I> {
  item: I;
  round: number;
  slot: number;
}

/** All that comes after a position, each item once, the next one first. */
function stepsAfter<I extends LoopItem>(loop: Loop<I>, after: LoopPosition | null): Step<I>[] {
  const { items } = loop;
  if (items.length === 0) return [];
  const places = placesOf(items);
  const round = after?.round ?? 0;
  const slots = slotsOf(places, loop, round);
  const placeAt = (index: number) => places.findIndex(place => place.includes(items[index]!));
  const firstSlot = () => {
    if (after === null) return 0;
    const index = indexIn(items, after);
    const slot = after.slot ?? -1;
    if (index < 0) return slot < 0 ? slots.indexOf(placeAt(after.index % items.length)) : slot;
    const place = placeAt(index);
    return (slots[slot] === place ? slot : slots.indexOf(place)) + 1;
  };
  const inTurn = (place: readonly I[]) => {
    const from = place.findIndex(({ id }) => id === after?.turns?.[place[0]?.turn ?? '']) + 1;
    return [...place.slice(from), ...place.slice(0, from)];
  };
  const first = new Map<string, Step<I>>();
  for (let n = round, slot = firstSlot(); n <= round + 1; n++, slot = 0) {
    const order = n === round ? slots : slotsOf(places, loop, n);
    for (; slot < order.length && first.size < items.length; slot++) {
      const place = places[order[slot]!]!;
      if (first.has(place[0]!.id)) continue;
      for (const item of inTurn(place)) first.set(item.id, { item, round: n, slot });
    }
  }
  return [...first.values()];
}

/** The items in the order in which they come next. */
export const upcoming = <I extends LoopItem>(loop: Loop<I>, after: LoopPosition | null): I[] =>
  stepsAfter(loop, after).map(({ item }) => item);

/** The position once `item` is shown next after `after`. */
export function positionOf<I extends LoopItem>(
  loop: Loop<I>,
  item: I,
  after: LoopPosition | null,
): LoopPosition {
  const step = stepsAfter(loop, after).find(one => one.item.id === item.id);
  const turns = { ...after?.turns, ...(item.turn === undefined ? {} : { [item.turn]: item.id }) };
  const isIn = ([turn]: [string, string]) => loop.items.some(one => one.turn === turn);
  return {
    item_id: item.id,
    index: Math.max(
      0,
      loop.items.findIndex(({ id }) => id === item.id),
    ),
    sha256: item.asset.sha256,
    round: step?.round ?? 0,
    slot: step?.slot ?? 0,
    turns: Object.fromEntries(Object.entries(turns).filter(isIn)),
  };
}
