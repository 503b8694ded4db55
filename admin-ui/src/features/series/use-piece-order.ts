import { type KeyboardEvent, useRef, useState } from 'react';
import { type Drag, placeByKey, placeWhile } from '#features/categories/list-order.ts';
import { useDrag } from '#features/categories/use-drag.ts';
import type { Sequence } from './sequence.ts';

/** Moves pieces by pointer and by keys, as categories are moved. */
export function usePieceOrder(
  pieces: Sequence,
  /** `byKey`: one step of many, perhaps. */
  onMove: (key: string, place: number, byKey: boolean) => void,
) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<(Drag & { key: string }) | null>(null);
  const drop = () => {
    if (dragged && dragged.over !== dragged.from) onMove(dragged.key, dragged.over, false);
    setDragged(null);
  };
  const drag = useDrag({
    list,
    enabled: true,
    onPress: (key, height) => {
      const from = pieces.findIndex((piece) => piece.key === key);
      setDragged({ key, from, over: from, height });
    },
    onOver: (over) => setDragged((last) => (last && last.over !== over ? { ...last, over } : last)),
    onDrop: drop,
    onCancel: () => setDragged(null),
    onEnd: drop,
  });
  return {
    list,
    onPointerDownCapture: drag.onPointerDownCapture,
    /** How far the piece at a place makes way meanwhile, in pixels. */
    shiftAt: (place: number) =>
      dragged && place !== dragged.from ? (placeWhile(dragged, place) - place) * dragged.height : 0,
    onHandleKey: (key: string, event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || drag.isDragging()) return;
      const at = pieces.findIndex((piece) => piece.key === key);
      const place = placeByKey(event.key, at, pieces.length);
      if (place === null) return;
      event.preventDefault();
      onMove(key, Math.min(Math.max(place, 0), pieces.length - 1), true);
    },
  };
}
