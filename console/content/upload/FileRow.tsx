import { Check, Pause, Play, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { REFUSAL_REASONS } from '../../../shared/contract/content/media.ts';
import { isTransient, type ApiError } from '../../../shared/net/apiError.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { PATHS } from '../../app/paths.ts';
import { Button, buttonClass, IconButton } from '../../kit/ui/controls/Button.tsx';
import { LANES } from '../../kit/ui/display/Mark.tsx';
import type { Tone } from '../../kit/ui/display/Notice.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useNetworkStatus } from '../../kit/useNetworkStatus.ts';
import type { Refusal } from './refusal.ts';
import type { Entry, FileState, Uploads } from './uploads.ts';

const TONES: Record<FileState['at'], Tone> = {
  waiting: 'neutral',
  comparing: 'info',
  known: 'warn',
  starting: 'info',
  sending: 'info',
  paused: 'warn',
  offline: 'warn',
  checking: 'info',
  done: 'ok',
  refused: 'danger',
  failed: 'danger',
};

const shareOf = ({ state, file }: Entry): number => {
  switch (state.at) {
    case 'sending':
    case 'paused':
    case 'offline':
      return state.sent / file.size;
    case 'checking':
    case 'done':
      return 1;
    case 'waiting':
    case 'comparing':
    case 'known':
    case 'starting':
    case 'refused':
    case 'failed':
      return 0;
  }
};

interface FileRowProps {
  entry: Entry;
  uploads: Uploads;
  /** What is asked about it once it is there. */
  children?: ReactNode;
}
export function FileRow({ entry, uploads, children }: FileRowProps) {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  const { id, file, state } = entry;
  const share = shareOf(entry);
  return (
    <li className={`lane border-b border-line bg-surface py-2 pr-1 pl-5 ${LANES[TONES[state.at]]}`}>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={file.name}>
            {file.name}
          </p>
          <p className="text-13 text-ink-2">
            <span className="font-mono">{format.bytes(file.size)}</span> <Status entry={entry} />
          </p>
        </div>
        <Controls id={id} name={file.name} state={state} uploads={uploads} />
      </div>
      {(state.at === 'sending' ||
        state.at === 'paused' ||
        state.at === 'offline' ||
        state.at === 'checking' ||
        state.at === 'starting') && (
        <div className="pt-1 pr-4">
          <Progress label={t('upload.progress', { name: file.name })} share={share} />
        </div>
      )}
      <Reason state={state} />
      {children}
    </li>
  );
}

function Status({ entry }: { entry: Entry }) {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  const { state } = entry;
  const isOffline = useNetworkStatus() === 'offline';
  const share = format.percent(shareOf(entry));
  /** A link that is cut says nothing: the speed of before would stand there. */
  if (state.at === 'sending' && isOffline) return <>{t('upload.status.offline', { share })}</>;
  if (state.at === 'sending')
    return <>{t('upload.status.sending', { share, speed: format.bytes(state.speed) })}</>;
  if (state.at === 'known') {
    const { isOwn, filename: name } = state.known;
    return <>{t(isOwn ? 'upload.status.knownOwn' : 'upload.status.known', { name })}</>;
  }
  if (state.at === 'paused' || state.at === 'offline')
    return <>{t(`upload.status.${state.at}`, { share })}</>;
  return (
    <span className={state.at === 'done' ? 'font-semibold text-ok' : ''}>
      {state.at === 'done' && <Check size={14} aria-hidden className="mr-1 inline" />}
      {t(`upload.status.${state.at}`)}
    </span>
  );
}

interface ControlsProps {
  id: number;
  name: string;
  state: FileState;
  uploads: Uploads;
}

function Controls({ id, name, state, uploads }: ControlsProps) {
  const { t } = useTranslation('creatives');
  const isFinished =
    state.at === 'done' || state.at === 'known' || state.at === 'refused' || state.at === 'failed';
  return (
    <>
      {state.at === 'sending' && (
        <IconButton label={t('upload.pause', { name })} onClick={() => uploads.pause(id)}>
          <Pause size={20} aria-hidden />
        </IconButton>
      )}
      {state.at === 'paused' && (
        <IconButton label={t('upload.resume', { name })} onClick={() => uploads.resume(id)}>
          <Play size={20} aria-hidden />
        </IconButton>
      )}
      {state.at === 'failed' && isTransient(state.error) && (
        <IconButton label={t('upload.retry', { name })} onClick={() => uploads.retry(id)}>
          <RotateCcw size={20} aria-hidden />
        </IconButton>
      )}
      {state.at === 'known' && (
        <>
          <Link
            href={`${state.known.isOwn ? PATHS.creatives : PATHS.media}/${state.known.id}`}
            className={buttonClass('quiet')}
          >
            {t(state.known.isOwn ? 'upload.open' : 'upload.openKnown')}
          </Link>
          <Button
            variant="quiet"
            onClick={() => uploads.retry(id)}
            aria-label={t('upload.sendAgain', { name })}
          >
            {t('upload.again')}
          </Button>
        </>
      )}
      {state.at === 'done' && state.creativeId !== null && (
        <Link href={`/creatives/${state.creativeId}`} className={buttonClass('quiet')}>
          {t('upload.open')}
        </Link>
      )}
      <IconButton
        label={isFinished ? t('upload.remove', { name }) : t('upload.cancel', { name })}
        onClick={() => uploads.remove(id)}
      >
        <X size={20} aria-hidden />
      </IconButton>
    </>
  );
}

function Reason({ state }: { state: FileState }) {
  if (state.at === 'refused') return <RefusalText refusal={state.refusal} />;
  if (state.at === 'failed') return <FailureText error={state.error} />;
  return null;
}

const lineClass = 'pt-1 pb-2 pr-3 font-semibold text-danger';

function RefusalText({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  const values =
    refusal.why === 'size'
      ? { bytes: format.bytes(refusal.bytes), limit: format.bytes(refusal.limit) }
      : refusal.why === 'type'
        ? { type: refusal.type }
        : refusal.why === 'duration'
          ? { limit: format.duration(refusal.limit_ms) }
          : {};
  const key = refusal.why === 'kind' ? (`kind.${refusal.kind}` as const) : refusal.why;
  return (
    <p role="alert" className={lineClass}>
      {t(`upload.refused.${key}`, values)}
    </p>
  );
}

/** The limits of the tenant, where the browser did not know them yet. */
function limitRefusalOf({ details, fieldTexts }: ApiError): Refusal | null {
  const { field, found, bytes, max_bytes: limit } = details;
  if (field === 'media_taken' && (found === 'image' || found === 'video'))
    return { why: 'kind', kind: found };
  if (typeof bytes === 'number' && typeof limit === 'number') return { why: 'size', bytes, limit };
  const seconds = /(\d+) seconds/.exec(fieldTexts['video_s']?.[0] ?? '')?.[1];
  return seconds === undefined ? null : { why: 'duration', limit_ms: Number(seconds) * 1_000 };
}

/** The server names what it found; its reason is told in the reader's language. */
function FailureText({ error }: { error: ApiError }) {
  const { t } = useTranslation('creatives');
  const errorText = useErrorText();
  const reason = REFUSAL_REASONS.find(one => one === error.details.reason);
  const found = typeof error.details.found === 'string' ? error.details.found : '';
  const byLimit = limitRefusalOf(error);
  if (byLimit) return <RefusalText refusal={byLimit} />;
  return (
    <p role="alert" className={lineClass}>
      {error.code === 'TYPE_REFUSED' && reason ? t(`upload.reasons.${reason}`, { found }) : errorText(error)}
    </p>
  );
}
