import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { discardUnfinished } from './startUpload.ts';
import { unfinishedOf, type Unfinished } from './unfinished.ts';

/** What an earlier visit left half sent. `names`: files that were chosen since; the list of files tells of those. */
export function UnfinishedList({ names }: { names: readonly string[] }) {
  const { user } = useSignedIn();
  const [left, setLeft] = useState(() =>
    unfinishedOf({ user: user.id, tenant: user.tenant_id }, localStorage),
  );
  if (left.some(({ name }) => names.includes(name)))
    setLeft(left.filter(({ name }) => !names.includes(name)));
  return left.map(one => (
    <UnfinishedNotice
      key={one.key}
      one={one}
      onDiscarded={() => setLeft(now => now.filter(({ key }) => key !== one.key))}
    />
  ));
}

function UnfinishedNotice({ one, onDiscarded }: { one: Unfinished; onDiscarded: () => void }) {
  const { t } = useTranslation('creatives');
  const { client } = useAuth();
  const format = useFormat();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  return (
    <div className="mt-5">
      <Notice
        tone="warn"
        title={t('upload.unfinished.title', { name: one.name, size: format.bytes(one.bytes) })}
      >
        <p>{t(one.isBegun ? 'upload.unfinished.text' : 'upload.unfinished.unsent')}</p>
        <p className="mt-2">
          <Button
            variant="outline"
            icon={<X size={20} aria-hidden />}
            aria-label={`${t('upload.unfinished.discard')}: ${one.name}`}
            onClick={() => void discardUnfinished(one, client).then(onDiscarded, setError)}
          >
            {t('upload.unfinished.discard')}
          </Button>
        </p>
        {error !== null && <p role="alert">{errorText(error)}</p>}
      </Notice>
    </div>
  );
}
