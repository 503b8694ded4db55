import { type ComponentType, lazy, Suspense, useState } from 'react';

/** A dialog whose code is loaded when it first opens; it stays, to be seen closing. */
export function firstOpen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function FirstOpen(props: Props & { open: boolean }) {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    return (
      wasOpen && (
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}
