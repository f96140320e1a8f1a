// The phrases of the page's steps, a line each: name|Chinese|English|English for n = 1. Codes of the API have the prefix changes_;
// those of the answer and the evening are in phrases_answer.js, of rules, what is assumed and refusals in phrases_rules.js, of other
// players' tiles in phrases_others.js.

import { ANSWER } from "./phrases_answer.js";
import { OTHERS } from "./phrases_others.js";
import { REFUSED, RULES } from "./phrases_rules.js";

const TABLE = `
app|捉鸡算账|Zhuoji 捉鸡
skip|跳到正文|Skip to content
steps|步骤|Steps
step_hand|牌|Hand
step_facts|情况|Facts
step_answer|算账|Answer
step_evening|牌局|Evening
privacy|照片和牌局都不留在服务器上。|No photo or evening is kept on the server.
close|关上|Close
done|好了|Done
good|好|Good
yes|是|Yes
no|不是|No
unknown|不知道|Not known
nobody|没人打|Nobody
another|换一张|Another
by_default|默认|default
please_say|请选|please say
loading|正在取规矩…|Fetching the rules …
try_again|再试|Try again
problem|出错了|Something went wrong
n_units|{n} 个|{n} units|{n} unit
n_players|{n} 人|{n} players

seat_me|我|Me
seat_next|下家|Next 下家
seat_opposite|对家|Opposite 对家
seat_previous|上家|Previous 上家
that_is_me|{name}（我）|{name} (me)
wind_0|东|East
wind_1|南|South
wind_2|西|West
wind_3|北|North

hand_title|拍牌或输牌|Photo or tiles
whose_hand|谁的牌？|Whose hand?
take_photo|拍照|Take a photo
choose_photo|选照片|Choose a photo
retake|重拍|Retake
another_photo|换一张照片|Another photo
viewfinder|取景|Viewfinder
viewfinder_picture|镜头里的画面|What the camera sees
shoot|拍|Take it
phone_camera|用手机自带的相机|The phone's own camera
look_starting|正在开镜头…|Starting the camera …
look_no_camera|镜头打不开：没有镜头，或者没让这个网页用。用手机自带的相机拍，或者选照片。|The camera can't be opened: there is none, or this page may not use it. Use the phone's own camera, or choose a photo.
look_dark|太暗了，亮一点。|Too dark: more light.
look_moving|拿稳，别动。|Hold still.
look_nothing|没看到牌，对准牌面。|No tiles in sight: point at their faces.
look_far|太远了，靠近一点。|Too far: come nearer.
look_found|认到 {n} 张，拿稳就自己拍。|{n} tiles found; hold still, it takes itself.|{n} tile found; hold still.
look_by_hand|对准了就点“拍”。|Tap “Take it” when all tiles are in sight.
guide|拍之前怎么摆|How to lay the tiles out
guide_picture|碰的一组在上面，手牌一排，胡的那张隔开放|A pong above, the hand in a row, the winning tile apart
guide_melds|碰的、杠的一组一组放，跟手牌隔开。|Pongs and kongs lie in groups, apart from the hand.
guide_won|胡的那张单独放一边。|The winning tile lies apart.
guide_turned|翻出来的那张不用拍，等下点一下就行。|The turned tile need not be in the photo: it is asked for.
guide_light|从上往下拍，亮一点，牌面别反光。|From above, in good light, without glare on the faces.
teach_set|教它认我们的牌|Teach it our tiles
teach_how|万、筒、条各摆一行，从一到九，三行九张拍一张。以后你每改一张，它也跟着学。|Lay out one of each kind, a row of nine for each suit, and take a photo. It also learns from each correction.
teach_photo|拍 27 张|Photograph the 27
teach_more|再教一张|Teach another photo
teaching|正在学…|Learning …
set_kinds|学会了 {n} 种|{n} kinds taught|{n} kind taught
set_missing|还缺：{tiles}|Still missing: {tiles}
forget_set|忘掉这副牌|Forget this set
set_forgotten|忘掉了。|Forgotten.
no_tiles|没看到牌，重拍一张。|No tile was found: take another photo.
enter_tiles|手动输牌|Enter tiles
drop_or_paste|电脑上也可以拖进来或粘贴。|On a computer: drop or paste one.
your_photo|你的照片|Your photo
reading_photo|正在认牌…|Reading the tiles …
correcting|正在改…|Correcting …
corrected|改好了。|Corrected.
corrected_with_doubts|改好了，有 {n} 处拿不准。|Corrected, {n} doubts.|Corrected, {n} doubt.
read_well|牌认好了。|The tiles are read.
read_with_doubts|牌认好了，有 {n} 处拿不准。|The tiles are read, {n} doubts.|The tiles are read, {n} doubt.
tap_to_correct|点一张牌就能改，点空处加一张|Tap a tile to correct it, a gap to add one
whole_photo|整张照片|Whole photo
only_tiles|只看牌|Only the tiles
doubts|拿不准的地方|Doubts
n_doubts|有 {n} 处拿不准|{n} doubts|{n} doubt
no_doubts|每张牌都认准了。|No doubts.
walk_doubts|逐个看|Go through them
n_notes|另有 {n} 处，多半没问题|{n} more, most likely fine
doubts_again|再看一遍|Look again
doubt_title|还有 {n} 处|{n} left
doubts_done|都看过了|All looked at
doubts_done_note|牌就这么定了。|The tiles stand as they are.
doubtful_tile|{tile}，拿不准|{tile}, in doubt
it_is_right|没错，就是这样|It is right
it_is|没错，是{tile}|It is {tile}
make_it|改成{tile}|Make it {tile}
do_suggested|照这样改|Change it so
go_on|知道了|I see
changes_hand|能不能胡就看它。|Whether the hand can win hangs on it.
changes_pattern|牌型就看它。|The pattern hangs on it.
changes_units|胡多少就看它。|The price hangs on it.
changes_wait|听什么就看它。|The waits hang on it.
changes_nothing|不影响结果。|It changes nothing.
by_units|（{n} 个）|({n} units)
which_tile|这张是什么？现在是{tile}|Which tile is it? Now {tile}
read_as|认成|Read as
piece_of_photo|照片上的这张牌，点一下放大|The tile in the photo: touch to enlarge
maybe|可能是|It may be
all_tiles|所有的牌|All tiles
drop_tile|没有这张|Take it away
belongs_to|它属于|It belongs to
role_hand|手牌|Hand
role_winning|胡的那张|Winning tile
role_last|最后摸的那张|Tile drawn last
role_meld|碰杠|Meld
role_discards|打出的牌|Discards
role_other|不算的牌|Not part of it
to_meld|{tile}那组|Meld of {tile}
to_new_meld|新的一组碰杠|A new meld
add_tile|加一张|Add a tile
add_tile_to|加一张到{to}|Add a tile to {to}
n_aside|旁边不算的牌：{n} 张|{n} tiles that are not part of it|{n} tile that is not part of it
undo_correction|撤销上一处改动|Undo the last correction
start_over|清空重来|Start over
add_meld|加碰或杠|Add a meld
no_meld|没有碰杠|No melds
change_meld|改碰杠|Change the meld
drop_meld|去掉这组|Take the meld away
what_meld|是什么？|What is it?
which_meld_tile|哪张牌？|Which tile?
who_fed|谁点的？|Who fed it?
fed_by|{who}打的|discarded by {who}
by_photo|（看照片）| (by the photo)
kong_from|谁打出来的？|Whose discard was it?
pong_from|碰的谁的？|Whose discard was ponged?
late_from|当初碰的谁的？|Was it ponged first, and off whom?
late_concealed|四张都是自己摸的|All four drawn
note_concealed|自己摸四张|four drawn
note_added|碰了再摸|added to a pong
note_exposed|别人打的|off a discard
note_late|没马上开|not at once
tap_to_enter|点牌输入，还差 {n} 张|Tap tiles to enter them, {n} to go
tap_won|够了；再点就是胡的那张|The next tile is the winning one
hand_full|牌够了。点上面的牌可以改。|Full. Tap a tile above to change it.
back_to_hand|放回手牌|Back to the hand
it_was_won|胡的是这张|It is the winning tile
to_facts|下一步：情况|Next: facts

waits_for|听牌|Ready, waiting for
not_ready|没听牌。|Not ready.
not_ready_14|没胡，打哪张都不听。|No win, and no throw makes it ready.
miscounted|张数不对（相公），当作没听。|Miscounted (相公): not ready.
too_few|还差 {n} 张。|{n} tiles are missing.|{n} tile is missing.
hidden_kong|有一组杠全扣着，点它说是什么牌。|A kong lies face down: tap it and say its tile.
throw_what|打什么|What to throw
throw|打|Throw
then_waits|，听：|, then it waits for:
n_left|剩 {n} 张|{n} left
needs_pass|点炮要有通行证|a discard needs a pass

facts_title|照片看不出的|What a photo can't show
how_ended|这局怎么完的？|How did it end?
won_all_the_same|{who}的牌是胡的，却没说{who}胡了。不去掉多的那张，就按张数不对（相公）算。|The tiles of {who} are a winning hand, yet {who} did not win. Unless a tile is taken away they count as miscounted (相公).
who_won|谁胡的？|Who won?
several_may_win|一炮多响可以多选。|Several may have won.
who_discarded|谁点的炮？|Whose discard?
who_was_robbed|抢了谁的杠？|Whose kong was robbed?
which_won|胡的哪张？|Won on which tile?
none_to_rob|被抢杠的人碰了那张三张，胡的人手里不会再有：这手牌抢不了杠。|Who was robbed had ponged three of it, so the winner holds no other: this hand can't have robbed a kong.
too_many_tiles|多了 {n} 张。|{n} tiles too many.|{n} tile too many.
tiles_amiss|{who}的牌{how}不改就按张数不对（相公）算。|Tiles of {who}: {how} Unless mended they count as miscounted (相公).
pick_tile|选牌|Pick the tile
kong_bloom|杠上花吗？|On a kong's replacement (杠上花)?
kong_bloom_note|开杠后补的那张自摸；选是哪种杠。|Drawn after their own kong: which kind?
hot_shot|热炮吗？{who}刚开杠就打出来|Hot shot (热炮)? {who} had just konged
hot_shot_note|选他刚开的是哪种杠。|Which kind of kong was it?
which_kong|他杠的哪张？|Which tile did they kong?
heavenly|天胡吗？起手就胡|Heavenly win (天胡), on the dealt tiles?
who_deals|谁坐庄？|Who deals?
streak|连庄第几次|Times in a row
turned|翻出来哪张？（翻鸡）|Which tile was turned (翻鸡)?
pick_turned|选翻出的牌|Pick the turned tile
turned_is|翻出{turned}，{what}|{turned} turned: {what}
is_chicken|{tile}是鸡|{tile} is the chicken
is_golden|{tile}是金鸡|{tile} is golden (金鸡)
no_chicken|没有翻鸡|no turned chicken
turned_mark|（翻鸡）| (turned)
golden_mark|（金鸡）| (golden)
none_left|没牌可翻|None was left
unknown_turned|没看见|Not seen
first_chicken|头一张{tile}谁打的？|Who discarded the first {tile}?
its_fate|后来呢？|What became of it?
claimed_by|谁碰的？|Who ponged it?
claimed_by_note|要是杠，到那家名下加上。|If it was a kong, add it there.
rare|少见的情况|Rare
refused|谁过了水？|Who let a win go?
refused_note|能胡没胡，还没摸过牌。|And has not drawn since.
refused_for_good|能胡没胡，还没摸过牌。报了听的过一次就一直算，只能自摸。|And has not drawn since. A declared player who ever did may only self-draw for the rest of the round: mark them too.
nobody_did|没人|Nobody
the_players|各家|The players
the_players_note|没看到的牌，说碰杠和有几只鸡就够了。|Of an unseen hand: which melds, how many chickens?
see_tiles|看牌|See the tiles
give_tiles|拍照或输牌|Photo or tiles
seen|牌已有|seen
unseen|没看到牌|not seen
unseen_ready|没看到牌，听了|not seen, ready
unseen_not_ready|没看到牌，没听|not seen, not ready
n_chickens|{n} 只鸡|{n} chickens|{n} chicken
declared|报听了吗？|Declared ready (报听)?
declared_no|没报|No
declared_yes|报了|Yes
declared_short|报听|declared
declared_soft|软报（摸一张后）|soft (after the first draw)
declared_hard|硬报（起手就报）|hard (on the dealt hand)
who_was_ready|谁听了？|Who was ready?
who_was_ready_note|没点的就是没听。|Whoever is not marked was not.
nobody_was_ready|都没听|Nobody
dearest_wait|{who}最大能胡什么？|Dearest wait of {who}?
chickens_held|手里的鸡|Chickens in hand
chickens_discarded|打出去还躺着的鸡|Chickens lying among their discards
discarded|打出的{tile}|Discarded {tile}
held|手里的{tile}|{tile} in hand
no_more_chickens|没有别的鸡|No other chickens
still_missing|还要说：|Still to say:
gap_end|怎么完的|how it ended
gap_hand|{who}的牌|tiles: {who}
gap_tile|胡的哪张|the winning tile
gap_turned|翻出哪张|the turned tile
gap_from|谁点的|whose discard
gap_after_kong|刚开的杠|the kong just made
gap_meld|{who}的杠谁打的|who fed the kong of {who}
gap_first|头一张鸡谁碰的|who ponged the first chicken
settle|算账|Settle
`;

const rows = (table) => table.split("\n").filter(Boolean).map((line) => line.split("|"));

export const PHRASES = Object.fromEntries(rows(TABLE + ANSWER + OTHERS + RULES).map(([name, ...said]) => [name, said]));
export const REFUSALS = Object.fromEntries(rows(REFUSED));
