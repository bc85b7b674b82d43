/** A page of its own: a slide is chosen by its template, and drawn while it is filled in. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'wouter';
import type { FieldValues } from 'react-hook-form';
import { creatives, type Creative } from '../../../shared/contract/content/creative.ts';
import { changeSlide, makeSlide, type SlideInput } from '../../../shared/contract/content/slideCalls.ts';
import { SLIDE_TEMPLATES, type SlideTemplate } from '../../../shared/contract/content/slide.ts';
import { isQueued, type Queued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import type { Metadata } from '../../../shared/queue/entry.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { newSlide, slideForm } from './slideForm.ts';

/** What draws is not needed to type. */
const Previews = lazyWithRetry(async () => ({ default: (await import('./Previews.tsx')).Previews }));
/** Its samples are of no use to whoever edits a slide. */
const TemplatePicker = lazyWithRetry(async () => ({
  default: (await import('./TemplatePicker.tsx')).TemplatePicker,
}));

export function NewSlide() {
  const [query] = useSearchParams();
  const write = useWrite();
  const asked = query.get('template');
  const template = SLIDE_TEMPLATES.find(one => one === asked);
  if (template === undefined)
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <TemplatePicker />
      </Suspense>
    );
  return (
    <Editor
      key={template}
      template={template}
      initial={newSlide(template)}
      draft={`slides/${template}`}
      save={(body, metadata) => write(makeSlide, { body }, metadata)}
    />
  );
}

export function EditSlide() {
  const { id = '' } = useParams<{ id: string }>();
  const { client } = useAuth();
  const answer = useQuery(read(client, creatives.read, { params: { id } }));
  if (answer.isPending) return <Skeleton rows={8} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return <StoredSlide key={answer.data.version} creative={answer.data} />;
}

function StoredSlide({ creative }: { creative: Creative }) {
  const { t } = useTranslation('slides');
  const write = useWrite();
  const { id, name, alt_text, duration_ms, slide, version } = creative;
  if (slide === null) return <Notice tone="info">{t('noSlide')}</Notice>;
  return (
    <Editor
      template={slide.template}
      initial={{ name, alt_text, duration_ms, slide }}
      draft={`slides/${id}`}
      waits={creative.state === 'approved'}
      save={(body, metadata) => write(changeSlide, { params: { id }, body, version }, metadata)}
    />
  );
}

interface EditorProps {
  template: SlideTemplate;
  initial: SlideInput;
  draft: string;
  /** What is saved waits for a decision, while the old one stays live. */
  waits?: boolean;
  save: (input: SlideInput, metadata: Metadata) => Promise<Creative | Queued>;
}
function Editor({ template, initial, draft, waits = false, save }: EditorProps) {
  const { t } = useTranslation('slides');
  const [, navigate] = useLocation();
  const toast = useToast();
  const [values, setValues] = useState(initial);
  const [form] = useState(() => slideForm(template));
  const show = useCallback((typed: FieldValues) => setValues(structuredClone(typed) as SlideInput), []);
  async function submit(typed: FieldValues) {
    const input = typed as SlideInput;
    const description = t(waits ? 'done.waits' : 'done.saved', { name: input.name });
    const made = await save(input, { type: 'slides.save', description });
    if (isQueued(made)) return () => navigate(PATHS.creatives);
    toast({ tone: 'ok', title: description });
    return () => navigate(`${PATHS.creatives}/${made.id}`);
  }
  return (
    <>
      <PageTitle className="mb-5">{t('edit', { template: t(`templates.${template}.name`) })}</PageTitle>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="lg:order-2">
          <LazyPart fallback={<Skeleton rows={4} />}>
            <Previews slide={values.slide} label={values.name || t(`templates.${template}.name`)} />
          </LazyPart>
        </div>
        <div>
          {waits && (
            <div className="mb-5">
              <Notice tone="info">{t('waits')}</Notice>
            </div>
          )}
          <FormPanel
            resource="slides"
            form={form}
            initial={initial}
            submitLabel={t(waits ? 'submit' : 'save')}
            submit={submit}
            draft={draft}
            onValues={show}
          />
        </div>
      </div>
    </>
  );
}
