import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/net/apiError.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { Loading } from '../kit/ui/display/Loading.tsx';
import { Notice, type Tone } from '../kit/ui/display/Notice.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Section } from './Section.tsx';

const TONES: readonly Tone[] = ['ok', 'warn', 'danger', 'info', 'neutral'];

export function Feedback() {
  const { t } = useTranslation('gallery');
  return (
    <>
      <Section title={t('notices')}>
        {TONES.map(tone => (
          <Notice key={tone} tone={tone} title={t(`tones.${tone}`)}>
            <p>{t('sentence')}</p>
          </Notice>
        ))}
      </Section>
      <Section title={t('empties')}>
        {(['nothing', 'noMatch', 'noRight'] as const).map(kind => (
          <EmptyState
            key={kind}
            title={t(`empty.${kind}.title`)}
            text={t(`empty.${kind}.text`)}
            action={kind === 'noRight' ? undefined : <Button variant="outline">{t('act')}</Button>}
          />
        ))}
        <ErrorPanel error={new ApiError('FORBIDDEN', '', { requestId: 'req-7' })} retry={() => undefined} />
        <Skeleton rows={3} />
        <div className="max-h-60 overflow-hidden">
          <Loading />
        </div>
      </Section>
    </>
  );
}
