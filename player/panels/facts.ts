/** The state of this screen in words. */
import { skipReason } from '../../shared/contract/wire/errorTexts.ts';
import { readValue } from '../../shared/device/storage.ts';
import type { Library } from '../../shared/library/store.ts';
import { itemsOf, type ContentStore } from '../library/content.ts';
import { localFiles, panelSize } from '../library/files.ts';
import type { Player } from '../app/player.ts';
import { readMachine } from '../link/report.ts';
import { el } from '../screens/dom.ts';
import { numberOf } from '../screens/identify.ts';
import type { Translate } from '../screens/texts.ts';
import type { Status } from '../app/status.ts';
import { APP_VERSION } from '../app/version.ts';

const BYTES_PER_MB = 1_000_000;
const megabytes = (bytes: number) => Math.round(bytes / BYTES_PER_MB);

const list = (facts: readonly [string, string][]) =>
  facts.flatMap(([term, fact]) => [el('dt', '', term), el('dd', '', fact)]);

export function factsOf(
  { link, isPaired, name, library, plays, refusedBy }: Status,
  say: Translate,
): HTMLElement[] {
  const unavailable = library.givenUp > 0 ? `, ${say('service.givenUp', { count: library.givenUp })}` : '';
  const { ready, total } = library;
  return list([
    [say('service.connection'), refusedBy ? say('service.refused') : say(`link.${link}`)],
    [say('service.name'), isPaired ? name : say('service.notPaired')],
    [say('service.library'), say('service.libraryState', { ready, total }) + unavailable],
    [say('service.waiting'), String(plays.waiting)],
    [say('service.parked'), String(plays.parked)],
    [say('service.version'), APP_VERSION],
  ]);
}

/** Pairing and storage do not change while a panel is open. */
export async function machineFacts({ db }: Pick<Player, 'db'>, say: Translate): Promise<HTMLElement> {
  const [identity, { storage }] = await Promise.all([
    readValue(db, 'identity'),
    readMachine(navigator, panelSize()),
  ]);
  const pairing: [string, string][] = identity
    ? [
        [say('service.pairedWith'), identity.tenant],
        [say('service.device'), numberOf(identity.device_id)],
      ]
    : [];
  const kept = say(storage.persisted ? 'service.persisted' : 'service.notPersisted');
  const used = say('service.used', {
    used: megabytes(storage.used),
    quota: megabytes(storage.quota),
    kept,
  });
  return el('dl', 'facts', ...list([...pairing, [say('service.storage'), used]]));
}

export function skippedList({ skipped }: Status, say: Translate): HTMLElement[] {
  const items = skipped.map(({ name, reason }) => {
    const known = skipReason(reason);
    return el('li', '', `${name} | ${known === null ? reason : say(`service.reasons.${known}`)}`);
  });
  return [
    el('h2', '', say('service.skipped')),
    items.length > 0 ? el('ul', '', ...items) : el('p', '', say('service.none')),
  ];
}

/** Each item of the playlist, and whether one of its files lies whole on this screen. */
export async function itemList(
  { content, library }: { content: Pick<ContentStore, 'active'>; library: Pick<Library, 'findAll'> },
  say: Translate,
): Promise<HTMLElement> {
  const items = await Promise.all(
    itemsOf(content.active()).map(async ({ name, asset }): Promise<[string, string]> => {
      const held = await localFiles(library, asset);
      return [name, say(held.length > 0 ? 'service.ready' : 'service.missing')];
    }),
  );
  return items.length > 0 ? el('dl', 'facts', ...list(items)) : el('p', '', say('service.none'));
}
