import { useQuery } from '@tanstack/react-query';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { isHeard, type Device } from '../../../shared/contract/fleet/device.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Picture } from '../../content/creatives/Picture.tsx';
import { useIsLiveRow } from '../../kit/live.tsx';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';

/** What the screen says it shows now; nothing of a screen that is silent. */
export default function NowPlayingPanel({ row }: { row: Device }) {
  const text = useText('devices');
  const { client } = useAuth();
  const canReadCreatives = useCanAccess()('creatives', 'R');
  const creativeId = row.reported?.now_playing?.creative_id;
  const isShown = useIsLiveRow() && isHeard(row.presence) && row.now_playing !== null;
  const answer = useQuery({
    ...read(client, creatives.read, { params: { id: creativeId ?? '' } }),
    enabled: isShown && canReadCreatives && creativeId !== undefined,
    retry: false,
  });
  if (!isShown) return null;
  return (
    <figure className="bg-[#0e1114] text-[#f2f0ea]">
      {answer.data && <Picture asset={answer.data.asset} alt="" className="aspect-video w-full" />}
      <figcaption className="lane py-3 pr-4 pl-5 [--lane:var(--lamp)]">
        <span className="block text-12 text-[#aeb6bf]">{text('fields.now_playing')}</span>
        <span className="font-semibold">{row.now_playing}</span>
      </figcaption>
    </figure>
  );
}
