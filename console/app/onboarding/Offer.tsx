/** On the pages that people land on: what is left of their first steps, until it is done or put away. */
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { PATHS } from '../paths.ts';
import { isSettled, useOnboarding } from './useOnboarding.ts';

export default function Offer() {
  const { t } = useTranslation('onboarding');
  const format = useFormat();
  const errorText = useErrorText();
  const toast = useToast();
  const { answer, mark } = useOnboarding();
  const { data } = answer;
  const left = data?.steps.filter(step => !isSettled(step)) ?? [];
  if (!data || data.closed || left.length === 0) return null;
  const putAway = () =>
    mark({ closed: true }).then(
      () => toast({ tone: 'ok', title: t('offer.closed'), text: t('offer.where') }),
      (error: unknown) => toast({ tone: 'danger', title: errorText(error) }),
    );
  const done = data.steps.filter(({ state }) => state === 'done').length;
  const numbers = { done: format.number(done), all: format.number(data.steps.length) };
  return (
    <section
      aria-labelledby="onboarding"
      className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-t-2 border-ink bg-surface px-5 py-5"
    >
      <div className="min-w-60 flex-1">
        <h2 id="onboarding" className="text-20">
          {t('offer.title')}
        </h2>
        <p className="text-ink-2">
          {t('offer.text', { ...numbers, next: t(`steps.${left[0]!.name}.title`) })}
        </p>
      </div>
      <span className="flex flex-wrap gap-2">
        <Link href={PATHS.onboarding} className={buttonClass('outline')}>
          {t('offer.open')}
        </Link>
        <Button variant="quiet" onClick={() => void putAway()}>
          {t('offer.close')}
        </Button>
      </span>
    </section>
  );
}
