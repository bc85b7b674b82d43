/** A landing, not a list: campaigns come with a later version, and until then it leads to what plays. */
import { useTranslation } from 'react-i18next';
import { ContentTiles } from '../content/creatives/ContentTiles.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';

export default function Campaigns() {
  const { t } = useTranslation('navigation');
  return (
    <>
      <PageTitle className="mb-2">{t('campaigns')}</PageTitle>
      <p className="mb-5 max-w-[70ch] text-16 text-ink-2">{t('landing.campaigns')}</p>
      <ContentTiles />
    </>
  );
}
