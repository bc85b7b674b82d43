import type { ContentItem } from '../../../shared/contract/content/contentItem.ts';
import { CONTENT_LANGUAGES } from '../../../shared/contract/content/contentItem.ts';
import { Value } from '../../kit/fields/Value.tsx';
import type { Column, Resource } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { Picture } from '../creatives/Picture.tsx';

export interface ContentCardProps {
  row: ContentItem;
  resource: Resource<ContentItem>;
  /** The fields of its kind. */
  columns: readonly Column<ContentItem>[];
}
/** The item as a passenger reads it, in each language it has, with what its kind says of it. */
export function ContentCard({ row, resource, columns }: ContentCardProps) {
  const text = useText('localContent');
  return (
    <article className="border border-line bg-surface">
      {row.image && <Picture asset={row.image} alt="" className="aspect-video w-full" />}
      <div className="flex flex-col gap-4 px-5 py-4">
        {CONTENT_LANGUAGES.filter(language => row.title[language] !== '').map(language => (
          <div key={language} lang={language}>
            <h2 className="text-20 leading-tight break-words">{row.title[language]}</h2>
            <p className="mt-1 max-w-[60ch] break-words whitespace-pre-wrap">{row.body[language]}</p>
          </div>
        ))}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 empty:hidden">
          {columns
            .filter(({ key }) => row[key] !== null && row[key] !== '')
            .map(column => (
              <div key={column.key} className="contents">
                <dt className="text-ink-2">{text(`fields.${column.key}`)}</dt>
                <dd className="min-w-0 break-words">
                  <Value resource={resource} column={column} row={row} />
                </dd>
              </div>
            ))}
        </dl>
        {row.cta_url !== null && <p className="font-mono text-13 break-all text-ink-2">{row.cta_url}</p>}
      </div>
    </article>
  );
}
