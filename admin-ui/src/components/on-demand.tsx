import { type ComponentType, lazy, Suspense, useState } from 'react';

/** Loads a component when it is first rendered; renders nothing until then. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** Loads a dialog when it first opens and keeps it mounted, so that it can fade out. */
export function firstOpen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = onDemand<Props>(load);
  return function FirstOpen(props: Props & { open: boolean }) {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    return wasOpen && <Loaded {...props} />;
  };
}
