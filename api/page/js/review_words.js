// The phrases that only the review page has; the shape is that of phrases.js.

import { PHRASES } from "./phrases.js";

Object.assign(PHRASES, {
	app: ["捉鸡标注", "Zhuoji 捉鸡 review"],
	review_at: ["第 {n} 张，共 {of} 张", "Photo {n} of {of}"],
	review_left: ["还有 {n} 张没看", "{n} left", "{n} left"],
	review_none: ["没有要看的照片。", "There is nothing to look at."],
	review_all_done: ["都看过了。按 Ctrl-C 结束 zhuoji review，标注文件就写好了。", "All looked at. End zhuoji review with Ctrl-C, and the label files are written."],
	review_contradictory: ["自相矛盾", "Contradictory"],
	review_checked: ["看过了", "Looked at"],
	review_alike: ["和上一张差不多", "Much like the one before"],
	review_sample: ["抽样：这些照片没有疑问，看看是不是真没错。", "A sample of photos that nothing is doubted of: are they right?"],
	review_right: ["整张都对", "All of it is right"],
	review_confirmed: ["疑问都看过了，整张都对吗？", "The doubts are done. Is all of it right?"],
	review_back: ["上一张", "Back"],
	review_on: ["先跳过", "Skip for now"],
	review_both: ["有人同时改了这张照片。留哪一份？不同的牌有记号。", "Somebody else corrected this photo meanwhile. Which one stays? Tiles that differ are marked."],
	review_theirs: ["别人改的（已经存了）", "Theirs (kept)"],
	review_mine: ["我改的（还没存）", "Mine (not kept yet)"],
	review_keep_theirs: ["留别人的", "Keep theirs"],
	review_keep_mine: ["用我的盖掉", "Replace it by mine"],
	review_keys: [
		"按键：回车 对 · Shift+回车 整张对 · 5 再按 m/p/s 改成五万/筒/条 · b 扣着 · o 别的牌 · x 去掉 · ↑↓ 选牌 · ←→ 换照片 · u 撤回 · + - f 放大",
		"Keys: Enter right · Shift+Enter all right · 5 then m/p/s names it · b face down · o other · x drop · ↑↓ choose a tile · ←→ photos · u undo · + - f zoom",
	],
	review_undo: ["撤回", "Undo"],
	your_photo: ["要看的照片", "The photo to look at"],
	privacy: ["照片和标注都只在这台电脑上。", "Photos and labels stay on this machine."],
});
