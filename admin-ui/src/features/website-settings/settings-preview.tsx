/** The home page and the page about the photographer with what is typed, on a phone and on a laptop (decision 086). */
import {
  previewAddress,
  SETTINGS_FIELD,
  type SettingsPreviewPath,
  type SettingsPreview as SettingsPreviewValues,
} from '@veldlicht/contract/preview';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

/** Windows that are shown, in pixels; a lower one where there is less room. */
const windows = { phone: [390, 844], laptop: [1280, 800] } as const;
type Device = keyof typeof windows;

const FRAME = 'settings-preview';

/** Sends the form anew whenever another page is asked for; the answer is the page in the frame. */
function PreviewFrame({
  path,
  device,
  typed,
}: Props & { path: SettingsPreviewPath; device: Device }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (form.current?.action.endsWith(previewAddress(path))) form.current.submit();
  }, [path]);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const look = () => setRoom({ width: current.clientWidth, height: current.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  const [width, height] = windows[device];
  const scale = Math.min(1, room.width / width);
  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-hidden bg-ground">
      <form ref={form} method="post" action={previewAddress(path)} target={FRAME} hidden>
        <input type="hidden" name={SETTINGS_FIELD} value={JSON.stringify(typed)} />
      </form>
      {shown !== path && (
        <p role="status" className="absolute inset-x-0 top-6 text-center text-muted">
          {t('previewLoading')}
        </p>
      )}
      <iframe
        name={FRAME}
        title={t('previewSettingsTitle')}
        onLoad={() => setShown(path)}
        className="absolute top-0 left-1/2 outline outline-hairline"
        style={{
          width,
          height: scale > 0 ? Math.min(height, room.height / scale) : 0,
          marginLeft: (-width * scale) / 2,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
      />
    </div>
  );
}

interface Props {
  /** What differs from the stored settings. */
  typed: SettingsPreviewValues;
}

export function SettingsPreview({
  typed,
  hasAbout,
  onClose,
}: {
  /** Null while it is closed. */
  typed: SettingsPreviewValues | null;
  /** Whether there is a page about the photographer with these settings. */
  hasAbout: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [path, setPath] = useState<SettingsPreviewPath>('/');
  const [device, setDevice] = useState<Device>(() =>
    matchMedia('(width < 40rem)').matches ? 'phone' : 'laptop',
  );
  const look = 'aria-pressed:bg-moss-wash aria-pressed:text-moss';
  const pages = { '/': 'homePage', '/over': 'previewAbout' } as const;
  const devices = { phone: 'previewPhone', laptop: 'previewLaptop' } as const;
  const close = () => {
    setPath('/');
    onClose();
  };
  return (
    <Dialog
      open={typed !== null}
      onClose={close}
      title={t('previewSettingsTitle')}
      description={t('previewSettingsText')}
      wide="desk"
      reading
    >
      <div className="flex flex-wrap gap-x-6 gap-y-2 border-b border-hairline px-4 py-2 sm:px-6">
        <fieldset aria-label={t('previewPage')} className="flex gap-1">
          {(['/', '/over'] as const).map((each) => (
            <Button
              key={each}
              look="secondary"
              size="sm"
              className={look}
              aria-pressed={path === each}
              disabled={each === '/over' && !hasAbout}
              onClick={() => setPath(each)}
            >
              {t(pages[each])}
            </Button>
          ))}
        </fieldset>
        <fieldset aria-label={t('previewWidth')} className="flex gap-1">
          {(['phone', 'laptop'] as const).map((each) => (
            <Button
              key={each}
              look="secondary"
              size="sm"
              className={look}
              aria-pressed={device === each}
              onClick={() => setDevice(each)}
            >
              {t(devices[each])}
            </Button>
          ))}
        </fieldset>
      </div>
      {typed && <PreviewFrame path={path} device={device} typed={typed} />}
    </Dialog>
  );
}
