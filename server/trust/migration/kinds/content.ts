import { inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { dateOf } from '../../../../shared/clock.ts';
import { contentItemCreate, type ContentBody } from '../../../../shared/contract/content/contentItem.ts';
import { CONTENT_KINDS } from '../../../../shared/contract/content/contentKinds.ts';
import { MIGRATION_FIELDS } from '../../../../shared/contract/trust/migrationKinds.ts';
import { fieldTexts } from '../../../../shared/contract/wire/messages.ts';
import { bodyOfRow, columnsOf } from '../../../content/local/items.ts';
import { contentItems, mediaAssets } from '../../../db/schema.ts';
import { withEditor } from '../../../resource/editors.ts';
import { mediaProblem, mediaSource, NOT_A_DRAFT } from './creatives.ts';
import type { Candidate, Found, Importer, Problem, Values } from './importer.ts';
import { referencesTo } from './references.ts';

const any = z.optional(z.unknown());
const fields = Object.fromEntries(MIGRATION_FIELDS.content.fields.map(({ name }) => [name, any]));
type Bilingual = Record<'en' | 'zh', string>;

/** Both languages and the place as the item has them; what the line leaves out is taken from the row. */
function bodyOf(given: Values, before: Values): Values {
  const { title_en, title_zh, body_en, body_zh, lat, lng, radius_m, image: _image, ...rest } = given;
  const blank: Bilingual = { en: '', zh: '' };
  const title = (before['title'] ?? blank) as Bilingual;
  const words = (before['body'] ?? blank) as Bilingual;
  const hasPlace = [lat, lng, radius_m].some(part => part !== undefined);
  return {
    ...before,
    ...rest,
    title: { en: title_en ?? title.en, zh: title_zh ?? title.zh },
    body: { en: body_en ?? words.en, zh: body_zh ?? words.zh },
    ...(hasPlace && {
      geo: { ...(before['geo'] as object | null), ...clean({ lat, lng, radius_m }) },
    }),
  };
}
const clean = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
const columnOf = (field: string) => field.replace(/^(title|body)\.(en|zh)$/, '$1_$2').replace(/^geo\./, '');

function settleColumns(line: Candidate, before: Values): Problem | null {
  const whole = contentItemCreate.safeParse(bodyOf(line.columns, before));
  if (whole.success) {
    line.columns = columnsOf(whole.data);
    return null;
  }
  const [first] = Object.entries(fieldTexts(whole.error));
  return { field: columnOf(first?.[0] ?? '_'), text: first?.[1][0] ?? '' };
}

/** Drafts of each kind of local content: nothing is on a screen before somebody publishes it. */
export const contentImporter: Importer = {
  kind: 'content',
  table: contentItems,
  schema: z.strictObject({ ...fields, kind: z.enum(CONTENT_KINDS) }),
  keys: {
    title_en: sql`${contentItems.title}->>'en'`,
    title_zh: sql`${contentItems.title}->>'zh'`,
  },
  async prepare(ctx, lines) {
    const images = await referencesTo(
      ctx,
      mediaSource,
      lines.map(({ values }) => values['image']),
    );
    for (const line of lines) {
      const { id: _id, image, ...given } = line.values;
      line.columns = given;
      if (image === undefined) continue;
      const found = images.find(image as string);
      const problem = mediaProblem(found, 'image');
      if (problem) line.problems.push(problem);
      else line.columns['image_id'] = (found as Found).id;
    }
  },
  attach(_ctx, rows) {
    for (const row of rows as (Found & Values)[]) {
      const title = row['title'] as Bilingual;
      Object.assign(row, { title_en: title.en, title_zh: title.zh });
    }
  },
  defaults: ctx => ({ state: 'draft', source: 'import', edited_by: withEditor(ctx) }),
  mayMake: line => settleColumns(line, {}),
  /** Another kind has other fields: it is another item. */
  merge: (line, row) =>
    line.columns['kind'] === row['kind']
      ? settleColumns(line, bodyOfRow(row as never))
      : { field: 'kind', text: 'What is there is of another kind.' },
  mayChange: ({ state }) => (state === 'draft' ? null : NOT_A_DRAFT),
  async fieldsOf({ tx }, rows) {
    const ids = rows.flatMap(row => (row['image_id'] as string | null) ?? []);
    const images = new Map(
      ids.length === 0
        ? []
        : (
            await tx
              .select({ id: mediaAssets.id, sha256: mediaAssets.sha256 })
              .from(mediaAssets)
              .where(inArray(mediaAssets.id, ids))
          ).map(one => [one.id, one.sha256]),
    );
    return rows.map(row => {
      const { title, body, geo, image_id, ...rest } = bodyOfRow(row as never) as unknown as ContentBody;
      return {
        ...{ id: row.id, ...rest, ...geo },
        ...{ title_en: title.en, title_zh: title.zh, body_en: body.en, body_zh: body.zh },
        image: image_id === null ? null : images.get(image_id),
      };
    });
  },
  removed: ctx => ({ deleted_at: dateOf(ctx.now) }),
};
