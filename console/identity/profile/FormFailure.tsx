import { useErrorText } from '../../kit/text/errorText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';

export function FormFailure({ title, failure }: { title: string; failure: unknown }) {
  const errorText = useErrorText();
  return (
    <Notice tone="danger" title={title} alert>
      <p>{errorText(failure)}</p>
      <RequestId error={failure} />
    </Notice>
  );
}
