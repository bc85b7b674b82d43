import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../shared/constants.ts';
import type { ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { composeCard } from '../../../shared/slides/cards/card.ts';
import { SlideView } from '../slides/SlideView.tsx';

const ORIENTATIONS = ['landscape', 'portrait'] as const;
const PICTURE = 'picture';

interface CardViewProps {
  item: ContentBody;
  /** Address of its picture; null: it has none. */
  picture: string | null;
  tz: string;
  label: string;
}
/** The card as screens draw it, hung either way, in the language of the page. */
export function CardView({ item, picture, tz, label }: CardViewProps) {
  const { t, i18n } = useTranslation('cards');
  const { t: slideText } = useTranslation('slides');
  const scene = useMemo(
    () => composeCard(item, { words: () => t, tz, picture: picture === null ? null : PICTURE }),
    [item, picture, tz, t],
  );
  const images = useMemo(() => (picture === null ? [] : [picture]), [picture]);
  return (
    <div className="grid grid-cols-[minmax(0,16fr)_minmax(0,5fr)] items-start gap-3">
      {ORIENTATIONS.map(orientation => (
        <SlideView
          key={orientation}
          {...{ scene, images, orientation }}
          language={i18n.language as Language}
          label={`${label}, ${slideText(`orientations.${orientation}`)}`}
        />
      ))}
    </div>
  );
}
