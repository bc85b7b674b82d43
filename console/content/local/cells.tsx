import type { ContentItem } from '../../../shared/contract/content/contentItem.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useText } from '../../kit/text/useText.ts';

export function LanguagesCell({ value }: { value: ContentItem['languages'] }) {
  const text = useText('localContent');
  if (value.length === 0) return <EmptyCell />;
  return <>{value.map(language => text(`values.${language}`)).join(', ')}</>;
}
