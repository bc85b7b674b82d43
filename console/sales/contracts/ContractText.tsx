/** The text of a contract, with its hash and its signatures below, as it is read, signed and printed. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractDetail, Signature } from '../../../shared/contract/sales/contract.ts';
import { blocksOf, type Block } from '../../../shared/contract/sales/contractText.ts';
import { sha256Hex } from '../../../shared/contract/wire/bytes.ts';
import { Drawn, PrintButton } from '../../kit/print/PrintButton.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

function BlockText({ block }: { block: Block }) {
  if (block.as === 'heading')
    return block.level === 1 ? (
      <h3 className="mt-2 mb-3 text-20">{block.text}</h3>
    ) : (
      <h4 className="mt-4 mb-2 font-semibold">{block.text}</h4>
    );
  if (block.as === 'item') return <p className="mb-1 pl-5">{`– ${block.text}`}</p>;
  return <p className="mb-3">{block.text}</p>;
}
export const Blocks = ({ body, language }: { body: string; language?: string }) => (
  <div lang={language} className="max-w-[70ch] leading-relaxed">
    {blocksOf(body).map((block, nth) => (
      <BlockText key={nth} block={block} />
    ))}
  </div>
);
export function TemplateText({
  row: { name, body, language },
}: {
  row: { name: string; body: string; language: string };
}) {
  const { t } = useTranslation('contractText');
  const text = <Blocks body={body} language={language} />;
  return (
    <>
      <div className="mb-4 print:hidden">
        <PrintButton label={t('print')} name={name} prints={paper => <Drawn {...paper}>{text}</Drawn>} />
      </div>
      {text}
    </>
  );
}

/** The text that is shown has the hash that was sent and signed: made anew here, where the browser can. */
function useIsIntact({ body, body_sha256, signatures, is_intact, is_redacted }: ContractDetail): boolean {
  const [shownHash, setShownHash] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    // Plain http has no crypto.subtle: there the word of the server stands.
    if ('subtle' in crypto) void sha256Hex(body).then(hash => isOver || setShownHash(hash));
    return () => void (isOver = true);
  }, [body]);
  // The text that was signed is sealed: only the server can compare it.
  if (is_redacted || body_sha256 === null || shownHash === null) return is_intact;
  return (
    is_intact && [body_sha256, ...signatures.map(one => one.body_sha256)].every(one => one === shownHash)
  );
}

/** Slices of Noto Sans SC: read only where a text or a name is Chinese, and used only without such type on the machine. */
function useChineseType({ body, parties, signatures }: ContractDetail): void {
  const isChinese = [body, ...parties.map(one => one.name), ...signatures.map(one => one.name)].some(text =>
    /\p{Script=Han}/u.test(text),
  );
  useEffect(() => {
    if (isChinese) void import('@fontsource-variable/noto-sans-sc/index.css');
  }, [isChinese]);
}

interface ContractTextProps {
  contract: ContractDetail;
  /** Of the times on a paper, which names it; otherwise the reader's own. */
  zone?: string;
}
export function ContractText({ contract, zone }: ContractTextProps) {
  const { t } = useTranslation('contractText');
  const { body, language, body_sha256 } = contract;
  const isIntact = useIsIntact(contract);
  useChineseType(contract);
  return (
    <>
      {!isIntact && (
        <div className="mb-4">
          <Notice tone="danger" title={t('changed.title')} alert>
            <p>{t('changed.text')}</p>
          </Notice>
        </div>
      )}
      {contract.is_redacted && <p className="mb-4 text-13 text-ink-2">{t('redacted')}</p>}
      <Blocks body={body} language={language} />
      <Signatures contract={contract} {...(zone !== undefined && { zone })} />
      {body_sha256 !== null && (
        <p className="mt-4 text-13 text-ink-2">
          {t('hash')} <span className="font-mono break-all">{body_sha256}</span>
        </p>
      )}
    </>
  );
}

function Signatures({ contract: { parties, signatures }, zone }: ContractTextProps) {
  const { t } = useTranslation('contractText');
  const tenant = signatures.find(({ party }) => party === null);
  const lines = [
    ...parties.map(({ name }, nth) => ({ name, signed: signatures.find(({ party }) => party === nth) })),
    { name: t('tenant'), signed: tenant },
  ];
  return (
    <section aria-label={t('signatures')} className="mt-6 border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{t('signatures')}</h3>
      <ol className="flex flex-col gap-3">
        {lines.map(({ name, signed }) => (
          <li key={name}>
            <Line name={name} signed={signed} zone={zone} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  name: string;
  signed: Signature | undefined;
  zone: string | undefined;
}
function Line({ name, signed, zone }: LineProps) {
  const { t } = useTranslation('contractText');
  const format = useFormat(zone);
  const when = (at: string) => (zone === undefined ? format.dateTime(at) : format.exact(at));
  return (
    <>
      <span className="font-semibold">{name}</span>{' '}
      {signed ? (
        <span className="text-ink-2">
          {t('signedBy', { name: signed.name, when: when(signed.signed_at) })}
        </span>
      ) : (
        <span className="text-ink-2">{t('notSigned')}</span>
      )}
      {signed?.image && (
        <img
          src={`data:image/png;base64,${signed.image}`}
          alt={t('signatureOf', { name: signed.name })}
          className="mt-1 block h-16 bg-white"
        />
      )}
    </>
  );
}
