// What the page says of a settled round and of an evening; as in phrases.js.

export const ANSWER = `
answer_title|谁给谁多少|Who pays whom
nothing_settled|还没算。|Nothing settled yet.
changed_since|情况改过了，下面是改之前的账。|Facts changed: below is how it was before.
elsewhere|这局开在另一个标签页里，这一页先不动，免得互相覆盖。|Another tab of this browser goes on with this evening; this one stands still, so that neither overwrites the other.
continue_here|在这里继续|Go on here
running_round|第 {n} 局|Round {n}
editing_round|改第 {n} 局|Changing round {n}
shared_round|别人发来的一局|A round that somebody sent
deals|{who} 坐庄|{who} deals
place_0|东家|East (dealer)
place_1|南家|South
place_2|西家|West
place_3|北家|North
who_sent_it|{name}（发的人）|{name} (who sent it)
who_is_sender|发的人是哪位？|Who sent it?
who_is|{name}是哪位？|Who is {name}?
sender_note|说了才能记进你们的牌局。|Then it can be recorded in your evening.
doubts_left|照片里还有 {n} 处没看|{n} doubts of the photos not looked at|{n} doubt of the photos not looked at
look_at_it|看一看|Look at it
leave_it|就这样|Leave it
photo_gone|照片没留住，认出的牌还在。|The photo was not kept; what was read of it was.
put_aside|有一局还没算完。|A round is unfinished.
take_up|接着那局|Take it up
let_go|不要了|Let it go
settling|正在算…|Settling …
settled|算好了。|Settled.
back_to_facts|回去改|Back to the facts
won|{who} 胡了|Winner: {who}
nobody_won|黄庄|Nobody won 黄庄
all_void|包牌，胡的都不算|Every win is void 包牌
hand_of|{who}的牌|Hand: {who}
balance|输赢|Balance
player|谁|Player
units|个|Units
money|钱|Money
was_ready_short|听|ready
fewest_payments|最少几笔付清|Fewest payments
pays|{from} 给 {to}|{from} → {to}
each_pays|{from} 各给 {to}|{from} → {to}, each
and|、|, 
why|为什么（逐项，没抵消）|Why (line by line, not netted)
netted|抵消后，最少几笔付清|Netted, in the fewest payments
dealer_units|连庄第 {n} 次|round {n} as dealer
nobody_pays|谁也不给谁。|Nobody pays.
waived|不算的|Waived
assumed|没说的，先这样当|Assumed, since nobody said
n_assumed|有 {n} 处是默认的|{n} things were assumed|{n} thing was assumed
say_otherwise|不对？去改|Not so? Change it
next_dealer|下局 {who} 坐庄|Next dealer: {who}
streak_of|（连 {n} 次）|({n} in a row)
another_round|再来一局|Another round
record_again|改第 {n} 局|Change round {n}
record|记为第 {n} 局|Record as round {n}
was_recorded|记过了（第 {n} 局）|Recorded (round {n})
record_too|另记为第 {n} 局|Record as round {n} too
copy_link|复制链接|Copy the link
copied|复制好了|Copied
save_picture|存成图片|Save as a picture
link|链接|Link

evening_title|牌局记账|The evening
evening_note|写上各家的名字，按摸牌的先后；这手机是谁的，点“我”。账只存在这个浏览器里。|Names in turn order; mark whose phone this is. Kept in this browser only.
name_of|第 {n} 家|Seat {n}
begin_evening|开始|Begin
rounds|各局|Rounds
round|局|Round
total|合计|Total
next_round|第 {n} 局|Round {n}
photograph_round|拍第 {n} 局|Photograph round {n}
undo|撤销|Undo
undone|撤销了。|Undone.
recorded|第 {n} 局记好了。|Round {n} is recorded.
all_even|谁也不欠谁。|Nobody owes anything.
names_and_files|名字、导出、结束|Names, files, end
change_places|换位|Changing places
change_places_note|谁跟谁换了座位就点一下；前面几局的输赢还是各人的。|Tap who has changed places with whom; what was won and lost stays everybody's own.
swap_two|{one} ⇄ {other}|{one} ⇄ {other}
swapped|换好了，现在的次序：{who}|Now in turn order: {who}
export_json|导出 JSON|Export JSON
export_csv|导出 CSV|Export CSV
import_file|导入|Import
imported|导入好了；原来的牌局在“以前的牌局”里。|Imported; the evening that ran is among the evenings before.
end_evening|结束牌局|End the evening
end_note|收进“以前的牌局”，随时能接着记。|It is put among the evenings before, and can go on at any time.
put_away|收进“以前的牌局”了。|It is among the evenings before.
evening_of|捉鸡牌局|Zhuoji evening
n_rounds|{n} 局|{n} rounds|{n} round
copy_card|复制战报|Copy as text
save_card|战报存成图片|Save as a picture
archive|以前的牌局（{n}）|Evenings before ({n})
resume|接着记|Go on
forget|扔掉|Throw away
deals_first|先坐庄|Deals first
n_unseen|记账时有 {n} 处没看|{n} doubts not looked at|{n} doubt not looked at
imported_merged|导入好了，两边的局并在一起。|Imported: the rounds of both are here.
no_net|没有网。牌、账和以前的牌局都还在；认新照片、算新的账要等有网。|No net. Tiles, money and evenings are here; reading a photo and settling anew need the net.
unkept|这个浏览器不让存：关了这一页，牌和账就没了。|This browser keeps nothing: close this page and tiles and money are gone.
show_round|看账|Show
edit_round|改|Edit
remove_round|删掉|Remove
by_hand|手记|By hand
odd_dealer|⚠ 第 {n} 局的庄家跟第 {before} 局接不上。|⚠ Round {n}: not the dealer that round {before} hands on.
`;
