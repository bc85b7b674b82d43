/** A page of its own: the first steps of a new user, each taken here (OPEN-ONB-01). */
import clsx from 'clsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import type { Onboarding as Answer, OnboardingStep } from '../../../shared/contract/identity/onboarding.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark, type Shape } from '../../kit/ui/display/Mark.tsx';
import type { Tone } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { homePath } from '../guards.ts';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { STEPS } from './steps.ts';
import { isSettled, useOnboarding } from './useOnboarding.ts';

type Steps = Answer['steps'];
const SKELETON_ROWS = 6;
const MARKS: Record<Steps[number]['state'], { shape: Shape; tone: Tone }> = {
  todo: { shape: 'draft', tone: 'neutral' },
  done: { shape: 'approved', tone: 'ok' },
  skipped: { shape: 'never', tone: 'neutral' },
};

export default function Onboarding() {
  const { t } = useTranslation('onboarding');
  const { answer, mark } = useOnboarding();
  return (
    <>
      <PageTitle className="mb-2">{t('title')}</PageTitle>
      <p className="mb-6 max-w-[70ch] text-16 text-ink-2">{t('text')}</p>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isLoadingError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data && <Checklist steps={answer.data.steps} mark={mark} />}
    </>
  );
}

interface ChecklistProps {
  steps: Steps;
  mark: ReturnType<typeof useOnboarding>['mark'];
}
/** The step in the address, else the first that is left: whoever comes back goes on where he was. */
function Checklist({ steps, mark }: ChecklistProps) {
  const { t } = useTranslation('onboarding');
  const format = useFormat();
  const errorText = useErrorText();
  const toast = useToast();
  const user = useCurrentUser();
  const [, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const open = steps.find(step => !isSettled(step));
  const current = steps.find(({ name }) => name === params.get('step')) ?? open ?? null;
  const done = steps.filter(({ state }) => state === 'done').length;
  const go = (name: OnboardingStep | undefined) => setParams(name ? { step: name } : {});
  /** On to what is left behind this one, else to what was left before it. */
  const after = (name: OnboardingStep) => {
    const at = steps.findIndex(step => step.name === name);
    return [...steps.slice(at + 1), ...steps.slice(0, at)].find(step => !isSettled(step))?.name;
  };
  async function attempt(body: Parameters<typeof mark>[0], then: () => void) {
    setBusy(true);
    try {
      await mark(body);
      then();
    } catch (error) {
      toast({ tone: 'danger', title: errorText(error) });
    } finally {
      setBusy(false);
    }
  }
  const settle = (name: OnboardingStep, state: 'done' | 'skipped') =>
    void attempt({ steps: { [name]: state } }, () => go(after(name)));
  const finish = () => void attempt({ closed: true }, () => navigate(homePath(user)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[300px_minmax(0,1fr)]">
      <nav aria-label={t('list')}>
        <p className="mb-2 text-ink-2">
          {t('progress', { done: format.number(done), all: format.number(steps.length) })}
        </p>
        <ol className="border-t-2 border-ink">
          {steps.map(({ name, state }) => (
            <li key={name} className="border-b border-line">
              <button
                type="button"
                aria-current={name === current?.name ? 'step' : undefined}
                onClick={() => go(name)}
                className={clsx(
                  'flex min-h-12 w-full flex-wrap items-center justify-between gap-x-4 border-l-4 px-4 py-2 text-left hover:bg-surface',
                  name === current?.name ? 'border-lamp bg-surface font-semibold' : 'border-transparent',
                )}
              >
                {t(`steps.${name}.title`)}
                <Mark {...MARKS[state]} label={t(`states.${state}`)} />
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <section aria-label={current ? t(`steps.${current.name}.title`) : t('finished.title')}>
        {current === null ? (
          <>
            <h2 className="text-20">{t('finished.title')}</h2>
            <p className="mt-1 mb-6 max-w-[70ch] text-ink-2">{t('finished.text')}</p>
          </>
        ) : (
          <Step
            key={current.name}
            step={current}
            busy={busy}
            done={() => settle(current.name, 'done')}
            skip={() => settle(current.name, 'skipped')}
          />
        )}
        <div className="mt-8 border-t border-line pt-4">
          <Button variant={current === null ? 'primary' : 'quiet'} busy={busy} onClick={finish}>
            {t('finish')}
          </Button>
        </div>
      </section>
    </div>
  );
}

interface StepProps {
  step: Steps[number];
  busy: boolean;
  done: () => void;
  skip: () => void;
}
function Step({ step: { name, state }, busy, done, skip }: StepProps) {
  const { t } = useTranslation('onboarding');
  const Content = STEPS[name];
  return (
    <>
      <h2 className="text-20">{t(`steps.${name}.title`)}</h2>
      <p className="mt-1 mb-6 max-w-[70ch] text-ink-2">{t(`steps.${name}.text`)}</p>
      <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
        <Content done={done} />
      </Suspense>
      <p className="mt-6 flex flex-wrap gap-2">
        <Button variant="outline" busy={busy} onClick={done}>
          {t('next')}
        </Button>
        {state === 'todo' && (
          <Button variant="quiet" busy={busy} onClick={skip}>
            {t('skip')}
          </Button>
        )}
      </p>
    </>
  );
}
