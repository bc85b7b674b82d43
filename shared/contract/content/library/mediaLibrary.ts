/** The library of media files: folders, tags, rights, versions, and where each file is used. */
import * as z from 'zod/mini';
import { asset, ASSET_STATES, SOURCE_MIMES } from '../media.ts';
import { NOTE_CHARS } from '../creative.ts';
import { usage } from './usage.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { entity } from '../../wire/entity.ts';
import { byId, enumList, id, int, localDate, MAX_INT, name, sha256, tags, text } from '../../wire/wire.ts';

/** `ending`: within two weeks; `ended`: everywhere. */
export const LICENCE_STATES = ['none', 'valid', 'ending', 'ended'] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];

export const MAX_FOLDER_NAMES = 5;
export const MAX_FOLDER_NAME = 60;
const FOLDER = 'At most 5 names of 60 characters each, parted by /';
const isFolder = (path: string) => {
  const names = path.split('/');
  return (
    names.length <= MAX_FOLDER_NAMES &&
    names.every(one => one !== '' && one.length <= MAX_FOLDER_NAME && !/[\p{Cc}\p{Cs}]/u.test(one))
  );
};
const cleanFolder = z.overwrite<string>(path =>
  path
    .normalize('NFC')
    .split('/')
    .map(one => one.trim())
    .join('/'),
);
/** `Summer/Taxi tops`: a path of names. Folders are what files are in; there are none that are empty. */
const folderPath = z.string().check(cleanFolder, z.refine(isFolder, FOLDER));
/** Empty: in none. */
export const folder = z.string().check(
  cleanFolder,
  z.refine(path => path === '' || isFolder(path), FOLDER),
);
/** The filter for files that are in no folder. */
export const NO_FOLDER = '/';

/** Lists leave out what came with a feed, unless they are asked for it. */
export const ORIGINS = ['upload', 'feed'] as const;

export const mediaFile = z.object({
  ...asset.shape,
  folder: z.string(),
  tags: z.array(z.string()),
  /** Creatives that show it. */
  creative_count: int(0, MAX_INT),
  origin: z.enum(ORIGINS),
  /** The file whose newer version it is. */
  replaces: z.nullable(id),
});
export type MediaFile = z.infer<typeof mediaFile>;

const licence_until = z.nullable(localDate);
export const mediaPatch = z.partial(z.strictObject({ filename: text(1, 255), folder, tags, licence_until }));

export const media = entity({
  path: '/api/media',
  bulk: ['delete', 'restore', 'reprocess'],
  area: 'creatives',
  row: mediaFile,
  patch: mediaPatch,
  removable: true,
  listOptions: {
    sorts: ['filename', 'bytes', 'folder', 'licence_until', 'created_at'],
    defaultSort: '-created_at',
    enums: {
      status: { state: ASSET_STATES },
      mime: { mime: SOURCE_MIMES },
      licence: { licence: LICENCE_STATES },
      origin: { origin: ORIGINS },
    },
    /**
     * `folder`: in it or below it; `tag`: with this one among its tags; `chunks_sha256`: of its chunk list, which a
     * browser works out piece by piece, so that it knows before it sends a large file whether it is there.
     */
    texts: ['sha256', 'chunks_sha256', 'folder', 'tag'],
  },
  actions: {
    reprocess: { summary: 'Make the versions of a video for screens anew' },
    cancel: { summary: 'Stop making the versions of a video for screens' },
    /** The file of a creative just uploaded, which is used nowhere. Approved creatives keep the old one until it is approved. */
    replace: {
      summary: 'Put a newer file in its place in all creatives that show it',
      body: z.strictObject({ creative_id: id, note: z._default(text(0, NOTE_CHARS), '') }),
    },
    'make-creative': { summary: 'Make another creative of it', body: z.strictObject({ name }) },
  },
});

const reads = { who: 'user', area: 'creatives', level: 'R' } as const;
const writes = { who: 'user', area: 'creatives', level: 'W' } as const;
export const mediaUsage = endpoint({
  method: 'GET',
  path: '/api/media/:id/usage',
  access: reads,
  summary: 'Where a media file is used',
  params: byId,
  answer: usage,
});

export const mediaFolders = endpoint({
  method: 'GET',
  path: '/api/media/folders',
  access: reads,
  summary: 'Folders and tags of the library, with how many files each has',
  answer: z.object({
    files: int(0, MAX_INT),
    /** In none of them. */
    loose: int(0, MAX_INT),
    /** Files in the folder itself and below it, in the order of their paths. */
    folders: z.array(z.object({ path: z.string(), files: int(1, MAX_INT) })),
    /** The most used first. */
    tags: z.array(z.object({ tag: z.string(), files: int(1, MAX_INT) })),
  }),
});
export const renameFolder = endpoint({
  method: 'POST',
  path: '/api/media/folders/rename',
  access: writes,
  summary: 'Move all files of a folder and of those below it',
  body: z.strictObject({ from: folderPath, to: folder }),
  answer: z.object({ changed: int(0, MAX_INT) }),
});

export const MAX_NAMED_MEDIA = 200;
export const MAX_MEDIA_AT_ONCE = 10_000;
export const mediaFilter = z.strictObject({
  q: z.optional(text(0, 120)),
  status: enumList(ASSET_STATES),
  mime: enumList(SOURCE_MIMES),
  licence: enumList(LICENCE_STATES),
  folder: z.optional(z.string().check(z.maxLength(320))),
  tag: z.optional(text(1, 40)),
  sha256: z.optional(sha256),
});
export const mediaChange = z
  .partial(
    z.strictObject({ folder, add_tags: tags, remove_tags: tags, licence_until, delete: z.literal(true) }),
  )
  .check(z.refine(change => Object.keys(change).length > 0, 'Name a change'));
export type MediaChange = z.infer<typeof mediaChange>;
export const MEDIA_REFUSALS = ['NOT_FOUND', 'RULE', 'IN_USE'] as const;
/** The same change to many files: what each of them allows. */
export const changeMedia = endpoint({
  method: 'POST',
  path: '/api/media/changes',
  access: writes,
  summary: 'Move, tag, license or delete many files at once',
  body: z
    .strictObject({
      media_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMED_MEDIA))),
      filter: z.optional(mediaFilter),
      change: mediaChange,
    })
    .check(
      z.refine(({ media_ids, filter }) => (media_ids === undefined) !== (filter === undefined), {
        path: ['media_ids'],
        error: 'Either media_ids or filter',
      }),
    ),
  answer: z.object({
    changed: int(0, MAX_INT),
    failed: z.array(z.object({ id, name: z.nullable(z.string()), error: z.enum(MEDIA_REFUSALS) })),
  }),
});
