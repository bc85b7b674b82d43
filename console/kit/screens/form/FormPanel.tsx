import { zodResolver } from '@hookform/resolvers/zod';
import clsx from 'clsx';
import { Suspense, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { Controller, useForm, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ZodMiniType } from 'zod/mini';
import '../../../../shared/contract/wire/messages.ts';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { useProblemText } from '../../text/problemText.ts';
import { useFieldText } from '../../text/fieldText.ts';
import { InputOf } from '../../fields/inputs.tsx';
import { firstMessage } from '../../fields/inputs/problem.ts';
import { SiblingsContext, useSibling } from '../../fields/inputs/siblings.ts';
import { useDraft } from '../../drafts/useDraft.ts';
import { lazyOptional, lazyWithRetry } from '../../lazyPage.ts';
import { markSaved, unsavedChangesStore, useUnsavedChangesPrompt } from '../../unsavedChanges.ts';
import type { Row } from '../../resource/defineResource.ts';
import type { Field as FieldOf, Form } from '../../resource/form.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { RequestId } from '../../ui/display/placeholders.tsx';
import { useText } from '../../text/useText.ts';
import { useSteps } from './useSteps.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';

/** Its file is asked for only once something is wrong: where it does not come, what was typed stays on the page. */
const ProblemList = lazyOptional(async () => ({
  default: (await import('./ProblemList.tsx')).ProblemList,
}));
const StepList = lazyWithRetry(async () => ({ default: (await import('./StepList.tsx')).StepList }));

/** So many wrong fields are seen beside themselves; of more there is a list on top. */
const SEEN_AT_ONCE = 3;
/** The field that `items.0.name` is a part of. */
const fieldOf = (name: string) => name.split('.')[0] ?? name;

interface FormPanelProps<R extends Row> {
  resource: string;
  form: Form<R>;
  initial: FieldValues;
  submitLabel: string;
  disabled?: boolean;
  /** It may be sent as it stands: what it begins with is no row that is there already. */
  isNew?: boolean;
  /** Rejects with an ApiError, whose texts are shown at their fields; resolves to a callback for after the form is reset. */
  submit: (values: FieldValues) => Promise<(() => void) | void>;
  cancel?: () => void;
  /** Names the form and its row; what is typed into it outlives a reload and the session. */
  draft?: string;
  onDirty?: (dirty: boolean) => void;
  /** Called with the values at the start and whenever one changes: for a preview. */
  onValues?: (values: FieldValues) => void;
  /** Put in as if they were typed, each time it is another object. */
  fill?: FieldValues;
}

interface WhileProps {
  condition: FieldOf<Record<string, unknown>>['when'];
  children: ReactNode;
}
/** A field is hidden while another does not hold the words it depends on; what it holds stays as it is. */
function While({ condition, children }: WhileProps) {
  const value = useSibling(condition?.field);
  return condition === undefined || condition.is.includes(value) ? children : null;
}

/** A form over a schema, validated on blur and on submit; the first invalid field gets the focus. */
export function FormPanel<R extends Row>(props: FormPanelProps<R>) {
  const { resource, form, initial, submitLabel, disabled = false, isNew = false } = props;
  const { submit, cancel, draft, onDirty, onValues, fill } = props;
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource);
  const problemText = useProblemText();
  const fieldText = useFieldText();
  const currentUser = useCurrentUser();
  const allFields = form.fields.filter(({ isVisible }) => isVisible?.(currentUser) ?? true);
  const [failure, setFailure] = useState<unknown>(null);
  const [isListed, setListed] = useState(false);
  const methods = useForm<FieldValues>({
    resolver: zodResolver(form.schema as ZodMiniType<FieldValues, FieldValues>),
    values: initial,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  });
  const { control, handleSubmit, formState, setError, reset, getValues, setValue, subscribe, trigger } =
    methods;
  const { getFieldState } = methods;
  const listIfMany = (names: readonly string[]) => setListed(new Set(names.map(fieldOf)).size > SEEN_AT_ONCE);
  const steps = useSteps(form.steps, async names => {
    const holds = await trigger(names, { shouldFocus: true });
    listIfMany(names.filter(name => getFieldState(name).invalid));
    return holds;
  });
  const { isDirty, isSubmitting } = formState;
  /** Before the draft, which is the user's own words. */
  useEffect(() => {
    for (const [name, value] of Object.entries(fill ?? {})) setValue(name, value, { shouldDirty: true });
  }, [fill, setValue]);
  const { isRestored, drop } = useDraft({
    form: disabled ? undefined : draft,
    initial,
    control: methods,
    steps,
  });
  const id = useId();
  const name = draft ?? id;
  const siblings = useMemo(
    () => ({
      read: (name: string): unknown => getValues(name),
      subscribe: (changed: () => void) => subscribe({ formState: { values: true }, callback: changed }),
    }),
    [getValues, subscribe],
  );
  useUnsavedChangesPrompt(isDirty, name);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    if (!onValues) return;
    /** A draft that was restored has changed them already. */
    onValues(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => onValues(values) });
  }, [onValues, getValues, subscribe]);

  function discard() {
    reset(initial, { keepDirtyValues: false });
    setListed(false);
    steps.go(0);
    drop();
  }
  function cancelForm() {
    cancel?.();
    /** Whoever is asked whether to leave may stay: what was typed is kept until he has answered. */
    if (unsavedChangesStore.getState().blockedNavigation === null) drop();
  }
  /** Of fields that are wrong: shows the step of the first, and lists them where they are many. */
  function refuse(names: readonly string[]) {
    steps.show(names);
    listIfMany(names);
  }
  async function save(values: FieldValues) {
    setFailure(null);
    setListed(false);
    try {
      const afterSave = await submit(values);
      reset(values);
      markSaved(name);
      afterSave?.();
    } catch (error) {
      const texts = error instanceof ApiError ? Object.entries(error.fieldTexts) : [];
      const known = allFields.flatMap(field => texts.filter(([name]) => field.name === fieldOf(name)));
      refuse(known.map(([name]) => name));
      for (const [i, [name, [first]]] of known.entries())
        setError(name, { message: first }, { shouldFocus: i === 0 });
      if (known.length === 0) setFailure(error);
    }
  }

  return (
    <form
      noValidate
      onSubmit={e => {
        e.preventDefault();
        /** Sent once, however often it is asked to. */
        if (!isSubmitting) void handleSubmit(save, wrong => refuse(Object.keys(wrong)))(e);
      }}
      className={clsx(
        'flex flex-col gap-5',
        /** What is looked at beside the fields may be as wide as the page. */
        steps.current?.panel ? '*:not-data-wide:max-w-[640px]' : 'max-w-[640px]',
      )}
    >
      {isRestored && isDirty && (
        <Notice tone="info">
          {t('restored')}
          {cancel && (
            <Button variant="quiet" onClick={discard}>
              {t('discard')}
            </Button>
          )}
        </Notice>
      )}
      {steps.current && (
        <Suspense fallback={<span className="block min-h-12" />}>
          <StepList steps={steps} resource={resource} />
        </Suspense>
      )}
      {isListed && (
        <Suspense>
          <ProblemList
            resource={resource}
            fields={allFields}
            form={methods}
            show={name => steps.show([name])}
            close={() => setListed(false)}
          />
        </Suspense>
      )}
      <SiblingsContext value={siblings}>
        {allFields
          .filter(({ name }) => steps.has(name))
          .map(({ name, input, hint, when }) => (
            <While key={name} condition={when}>
              <Controller
                control={control}
                name={name}
                render={({ field, fieldState }) => (
                  <Field
                    label={text(`fields.${name}`)}
                    hint={hint ? text(`hints.${name}`) : undefined}
                    error={fieldState.error && fieldText(firstMessage(fieldState.error), input)}
                  >
                    {aria => (
                      <InputOf
                        {...field}
                        resource={resource}
                        input={input}
                        aria={aria}
                        disabled={disabled}
                        problem={fieldState.error}
                      />
                    )}
                  </Field>
                )}
              />
            </While>
          ))}
      </SiblingsContext>
      {steps.current?.panel && (
        <div data-wide>
          <steps.current.panel values={getValues()} />
        </div>
      )}
      {failure !== null && (
        <Notice tone="danger" title={t('notSaved')} alert>
          <p>{problemText(failure)}</p>
          <RequestId error={failure} />
        </Notice>
      )}
      {!disabled && (
        <div
          data-wide
          className={clsx(
            'flex flex-wrap gap-2',
            /** In a dialog that scrolls, the way on is always in sight. */
            steps.current &&
              'in-data-[layer=dialog]:sticky in-data-[layer=dialog]:bottom-0 in-data-[layer=dialog]:-mb-6 in-data-[layer=dialog]:bg-raised in-data-[layer=dialog]:py-3',
          )}
        >
          {steps.isLast ? (
            <Button
              key="submit"
              type="submit"
              busy={isSubmitting}
              disabled={!isDirty && !isNew && cancel === undefined}
            >
              {submitLabel}
            </Button>
          ) : (
            /** Of its own: the button that is pressed must not become the one that sends while it is pressed. */
            <Button key="next" onClick={() => void steps.next()}>
              {t('next')}
            </Button>
          )}
          {steps.back && (
            <Button variant="outline" onClick={steps.back}>
              {t('back')}
            </Button>
          )}
          {cancel ? (
            <Button variant="quiet" onClick={cancelForm}>
              {t('common:cancel')}
            </Button>
          ) : (
            isDirty && (
              <Button variant="quiet" onClick={discard}>
                {t('discard')}
              </Button>
            )
          )}
        </div>
      )}
    </form>
  );
}
