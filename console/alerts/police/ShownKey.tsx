import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { policeClients } from '../../../shared/contract/alerts/policeClient.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { curlExample } from './example.ts';

interface SecretDialogProps {
  secret: string;
  /** Whose key it is: the example is for a place of theirs. */
  client_id: string;
  close: () => void;
}
/** Escape and the cross do not close it at once: what is gone is gone. */
export function SecretDialog({ secret, client_id, close }: SecretDialogProps) {
  const text = useText('policeKeys');
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog title={text('secret.title')} close={() => setAsking(true)} wide>
      <ShownKey secret={secret} client_id={client_id} isAsking={isAsking} close={close} />
    </Dialog>
  );
}

/** The key itself, this once: the server keeps its hash alone. */
function ShownKey({ secret, client_id, isAsking, close }: SecretDialogProps & { isAsking: boolean }) {
  const text = useText('policeKeys');
  const { client } = useAuth();
  const [now] = useState(() => systemClock.now());
  const partner = useQuery(read(client, policeClients.read, { params: { id: client_id } }));
  const jurisdiction = partner.data?.jurisdiction ?? null;
  const example = curlExample({ origin: location.origin, key: secret, now, jurisdiction });
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title={text('secret.once')}>
        {text('secret.store')}
      </Notice>
      <Copied label={text('secret.key')} value={secret} />
      {partner.isPending ? <Skeleton rows={6} /> : <Copied label={text('secret.example')} value={example} />}
      <p className="text-13 text-ink-2">{text('secret.exampleText')}</p>
      {isAsking && (
        <Notice tone="danger" title={text('secret.sure')} alert>
          {text('secret.once')}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button onClick={close}>{text('secret.stored')}</Button>
      </div>
    </div>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  const text = useText('policeKeys');
  const [isCopied, setCopied] = useState(false);
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-1">
        <h3 className="font-semibold">{label}</h3>
        <Button
          variant="outline"
          icon={isCopied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
          aria-label={text('secret.copy', { what: label })}
          onClick={() =>
            void navigator.clipboard.writeText(value).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {text(isCopied ? 'secret.copied' : 'secret.copyShort')}
        </Button>
      </div>
      <pre
        tabIndex={0}
        className="max-h-72 overflow-auto border border-line bg-bg p-3 font-mono text-13 break-all whitespace-pre-wrap select-all"
      >
        {value}
      </pre>
    </section>
  );
}
