/** What every page does once it is there; each part works alone, and none is needed to read the page. */
import { scrollToHash } from './hash-scroll.ts';
import { guardHistory } from './history-guard.ts';
import { setUpMenu } from './menu.ts';
import { preparePictures } from './pictures.ts';
import { prefetchOnIntent } from './prefetch.ts';
import { sharpenPictures } from './small-first.ts';
import { watchTopBar } from './top-bar.ts';
import { nameTravellingPicture } from './view-transition.ts';

watchTopBar();
setUpMenu();
sharpenPictures();
preparePictures(document);
scrollToHash();
prefetchOnIntent();
nameTravellingPicture();
guardHistory();
