/** What a part of the long lanes is, and how its runs are written down (parts.ts is the table). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTS, ROOT, vitest } from './steps.ts';

/** What it needs to be there before it runs. */
type Need = 'browser' | 'ffmpeg' | 'postgres' | 'build';
export interface Run {
  label: string;
  command: string[];
  env?: NodeJS.ProcessEnv;
  /** The runner's own JSON, a name in test/reports. */
  report?: string;
}
export interface Part {
  /** `long`: a quarter of an hour at most, and a landing may draw it. `soak`: whatever takes longer. */
  lane: 'long' | 'soak';
  needs: readonly Need[];
  runs: readonly Run[];
  /** Files and folders that decide whether a pass still counts: once one of them changes, it is to be shown again. */
  covers: readonly string[];
  /** `npm test` leaves its tests out as long as a pass counts, and fails without one. */
  standsForTests?: true;
  /** It is run so often, and the figures of all rounds are those of the part. */
  rounds?: number;
}

export const unit = (name: string, files: string[], env: NodeJS.ProcessEnv = {}): Run => ({
  ...{ label: name, report: `${name}.json`, env },
  command: [...vitest('unit', `${name}.json`), ...files],
});
/** Of the console, in a window or without one. */
export const components = (name: string, files: string[], env: NodeJS.ProcessEnv = {}): Run => ({
  ...{ label: name, report: `${name}.json`, env },
  command: [...vitest('!server', `${name}.json`), ...files],
});
export const server = (name: string, files: string[], env: NodeJS.ProcessEnv = {}): Run => ({
  ...{ label: name, report: `${name}.json`, env: { AT_LENGTH: '1', ...env } },
  command: [...vitest('server', `${name}.json`), ...files],
});
export const stories = (
  name: string,
  projects: string[],
  files: string[],
  env: NodeJS.ProcessEnv = {},
): Run => ({
  ...{ label: name, report: `${name}.json`, env: { AT_LENGTH: '1', E2E_REPORT: name, ...env } },
  command: [
    ...['playwright', 'test', ...projects.map(project => `--project=${project}`)],
    /** Playwright takes what ends so, whichever folder it stands in. */
    ...files.map(file => `/${file}.spec.ts`),
  ],
});
const storiesIn = (run: Run, folders: readonly string[]): Run => ({
  ...run,
  command: [...run.command, ...folders.map(folder => `/e2e/${folder}/`)],
});
/** Tests of these areas, of the server or of the console's parts, that no landing asks for by itself. */
const longTestsOf = (of: 'server' | 'console', areas: readonly string[]): string[] =>
  readdirSync(join(ROOT, 'test', of), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.long\.test\.tsx?$/.test(file) && areas.some(area => file.startsWith(`${area}/`)))
    .map(file => `test/${of}/${file}`)
    .sort();
/** Routes, guards and session of the console, and what its pages are built from. */
export const OF_EVERY_PAGE = ['console/app', 'console/kit'];
/** What every call of the server goes through, with its tables, its jobs and the ways out. */
const OF_EVERY_CALL = ['http', 'transaction', 'db', 'resource', 'context', 'jobs', 'net', 'objectStore'].map(
  room => `server/${room}`,
);
/** What all areas stand on: the words of the wire, all that is shared save the contracts of areas, texts, tools, libraries. */
const OF_EVERY_AREA = [
  'shared/contract/wire',
  ...readdirSync(join(ROOT, 'shared'))
    .filter(room => room !== 'contract')
    .map(room => `shared/${room}`),
  ...['public/locales', 'test/support', 'package-lock.json', 'vitest.config.ts', 'playwright.config.ts'],
];
const foldersOf = (area: string) =>
  ['console', 'server', 'shared/contract', 'test/console', 'test/server', 'test/e2e']
    .map(layer => `${layer}/${area}`)
    .filter(folder => existsSync(join(ROOT, folder)));
/**
 * What stands in `*.long.test.ts(x)` and `*.long.spec.ts` of some areas: `npm test` does not ask it again while nothing has
 * changed in what it covers, which is the folders of these areas, what every page is made of, what every call goes
 * through and what all areas stand on; and `more`.
 */
export function areas(name: string, of: readonly string[], more: readonly string[] = []): Part {
  const ofServer = longTestsOf('server', of);
  const ofConsole = longTestsOf('console', of);
  return long({
    needs: ['postgres', 'browser', 'ffmpeg', 'build'],
    standsForTests: true,
    covers: [...of.flatMap(foldersOf), ...OF_EVERY_PAGE, ...OF_EVERY_CALL, ...OF_EVERY_AREA, ...more],
    runs: [
      ...(ofConsole.length === 0 ? [] : [components(`${name}-console`, ofConsole)]),
      ...(ofServer.length === 0 ? [] : [server(`${name}-server`, ofServer, { AT_LENGTH: '' })]),
      storiesIn(stories(`${name}-stories`, ['long'], [], { AT_LENGTH: '' }), of),
    ],
  });
}
/** Stories that carry the tag `@again`. */
export const again = (name: string, folders: string[], env: NodeJS.ProcessEnv = {}): Part =>
  long({
    needs: ['browser', 'build', 'ffmpeg'],
    covers: OF_ALL,
    runs: [storiesIn(stories(name, ['again'], [], env), folders)],
  });
export const OF_THE_SERVER = ['server', 'shared', 'test/server', 'test/support', 'package-lock.json'];
export const OF_QUEUES = [
  'shared/queue',
  'shared/device',
  'shared/storage',
  'test/crash',
  'test/support/clock.ts',
];
export const OF_PLAYER = ['player', 'shared', 'sw', 'test/player', 'test/support'];
export const OF_ALL = [
  'player',
  'console',
  'shared',
  'sw',
  'server',
  'test/e2e',
  'test/support',
  'package-lock.json',
];

export const holes = (nth: number, of: number): Part => ({
  lane: 'long',
  needs: [],
  covers: OF_THE_SERVER,
  runs: [
    {
      label: `holes ${nth} of ${of}`,
      command: ['node', '--import', 'tsx', 'test/tools/access.ts', `${nth}/${of}`],
    },
  ],
});
/** Two thousand decisions of a playing screen, made again from what it handed in; each part on other ways through its places. */
export const decisions = (nth: number): Part => ({
  lane: 'long',
  needs: ['browser', 'build'],
  covers: OF_ALL,
  runs: [stories(`decisions-${nth}`, ['again'], ['recording'], { DECISIONS: '2000', SEED: String(nth) })],
});
/** Five hundred crash schedules of signatures and money with the server as it is; each part other ones. */
export const money = (nth: number): Part => ({
  lane: 'long',
  needs: ['postgres'],
  covers: [...OF_THE_SERVER, ...OF_QUEUES, 'console/app/offline', 'console/sales/money'],
  runs: [
    server(`money-${nth}`, ['test/server/app/crashMoney.test.ts'], {
      ...{ MONEY_SCHEDULES: '500', MONEY_PART: String(nth) },
    }),
  ],
});
export const long = (part: Omit<Part, 'lane'>): Part => ({ lane: 'long', ...part });
/** `npm test` fails without its pass. */
export const standing = (part: Part): Part => ({ ...part, standsForTests: true });
/** One run of the server's tests. */
export const onPostgres = (run: Run): Part =>
  long({ needs: ['postgres'], covers: OF_THE_SERVER, runs: [run] });
/** One run of stories. */
export const inBrowser = (covers: readonly string[], run: Run): Part =>
  long({ needs: ['browser', 'build'], covers, runs: [run] });
export const soak = (part: Omit<Part, 'lane' | 'runs'> & { run: Run }): Part => {
  const { run, ...rest } = part;
  return { lane: 'soak', runs: [run], ...rest };
};

export const reportOf = ({ report }: Run) => (report === undefined ? null : join(REPORTS, report));
