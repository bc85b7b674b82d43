import { Copy, MapPin, Save, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import type { MockProfile } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { curlOf } from './curl.ts';
import { Findings } from './editor/Findings.tsx';
import { JsonEditor } from './editor/JsonEditor.tsx';
import { SendTo, type SendTarget } from './SendTo.tsx';
import { INDENT, TEMPLATES, templateText, type Template } from './templates.ts';
import { parsedJson, type useCheckedText } from './editor/useCheckedText.ts';

interface RequestPanelProps {
  text: string;
  setText: (text: string) => void;
  checked: ReturnType<typeof useCheckedText>;
  target: SendTarget;
  setTarget: (target: SendTarget) => void;
  fromPlacement: () => void;
  isSending: boolean;
  send: () => void;
  save: () => void;
}

export function RequestPanel(props: RequestPanelProps) {
  const { text, setText, checked, target, setTarget, fromPlacement, isSending, send, save } = props;
  const { t } = useTranslation('openrtb');
  const toast = useToast();
  const json = parsedJson(text);
  const copy = () =>
    void navigator.clipboard.writeText(curlOf(mockAddress(target.mock_profile), text)).then(
      () => toast({ tone: 'ok', title: t('request.copied') }),
      () => toast({ tone: 'danger', title: t('request.notCopied') }),
    );
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <section aria-label={t('request.title')}>
        <div className="mb-3 flex flex-wrap items-end gap-3">
          <TemplateChoice choose={name => setText(templateText(name, systemClock.now()))} />
          <Button variant="quiet" icon={<MapPin size={18} aria-hidden />} onClick={fromPlacement}>
            {t('place.open')}
          </Button>
          <Button
            variant="quiet"
            disabled={json === undefined}
            onClick={() => setText(JSON.stringify(json, null, INDENT))}
          >
            {t('request.format')}
          </Button>
          <Button variant="quiet" icon={<Copy size={18} aria-hidden />} onClick={copy}>
            {t('request.curl')}
          </Button>
        </div>
        <JsonEditor
          label={t('request.label')}
          value={text}
          onChange={setText}
          marks={checked.marks}
          area={checked.area}
        />
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <SendTo target={target} setTarget={setTarget} />
          <Button
            icon={<Send size={18} aria-hidden />}
            busy={isSending}
            disabled={json === undefined}
            onClick={send}
          >
            {t(target.partner_id === null ? 'request.send' : 'request.sendPartner')}
          </Button>
          <Button
            variant="outline"
            icon={<Save size={18} aria-hidden />}
            disabled={json === undefined}
            onClick={save}
          >
            {t('request.save')}
          </Button>
        </div>
      </section>
      <section aria-label={t('findings.title')}>
        <Findings {...checked} />
      </section>
    </div>
  );
}

const mockAddress = (profile: MockProfile) => `${location.origin}/mock-dsp/bid?profile=${profile}`;

function TemplateChoice({ choose }: { choose: (template: Template) => void }) {
  const { t } = useTranslation('openrtb');
  return (
    <Field label={t('request.template')}>
      {aria => (
        <select
          {...aria}
          className="control"
          value=""
          onChange={event => choose(event.target.value as Template)}
        >
          <option value="" disabled>
            {t('request.choose')}
          </option>
          {TEMPLATES.map(name => (
            <option key={name} value={name}>
              {t(`template.${name}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
