import { useTranslation } from 'react-i18next';
import { dateOf, systemClock } from '../../../shared/clock.ts';
import { BLANKS, contentItemCreate, type ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { CONTENT_KINDS, type ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { CardView } from '../../content/local/CardView.tsx';
import { SAMPLE_PICTURE } from '../../content/slides/sample.ts';
import { Section } from '../Section.tsx';

const DAY_MS = 86_400_000;
const LINK = 'https://example.com/';
const ZONE = 'Asia/Hong_Kong';

/** The card of each kind as a screen draws it, hung both ways, with and without a picture. */
export function Cards() {
  const { t } = useTranslation('gallery');
  return (
    <Section title={t('cards')}>
      <ul className="grid gap-6 lg:grid-cols-2">
        {CONTENT_KINDS.flatMap(kind =>
          [SAMPLE_PICTURE, null].map(picture => (
            <li key={`${kind} ${picture}`}>
              <Card kind={kind} picture={picture} />
            </li>
          )),
        )}
      </ul>
    </Section>
  );
}

function Card({ kind, picture }: { kind: ContentKind; picture: string | null }) {
  const { t } = useTranslation('gallery');
  const words = t(`cardSamples.${kind}`, { returnObjects: true }) as unknown as Record<string, string>;
  const item = sampleItem(kind, words, systemClock.now());
  return <CardView item={item} picture={picture} tz={ZONE} label={item.title.en} />;
}

function sampleItem(kind: ContentKind, words: Record<string, string>, now: number): ContentBody {
  const { title = '', body = '', ...fields } = words;
  const at = (days: number) => dateOf(now + days * DAY_MS).toISOString();
  const own: Record<ContentKind, object> = {
    local_discovery: { price_level: 2 },
    entertainment: { event_starts_at: at(3), ticket_url: LINK },
    tourism: { duration_min: 90 },
    deals: {
      price_was_minor: 4_800,
      price_now_minor: 2_400,
      currency: 'HKD',
      code: 'HARBOUR',
      ends_at: at(9),
    },
    jobs: { pay_min_minor: 1_800_000, pay_max_minor: 2_200_000, currency: 'HKD', apply_url: LINK },
    news: { published_at: at(-1), starts_at: at(-1), ends_at: at(1) },
  };
  return contentItemCreate.parse({
    ...{ kind, title: { en: title, zh: title }, body: { en: body, zh: body }, cta_url: LINK },
    ...{ priority: BLANKS.priority, ...own[kind], ...fields },
  });
}
