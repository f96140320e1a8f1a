// What rule sets, their terms and what the API refuses are called; as in phrases.js. Codes have the prefixes rules_, short_ (a value of
// a rule set), assumed_, term_, problem_.

export const RULES = `
which_rules|哪套规矩？|Which rules?
how_many|几个人？|How many players?
house_rules|桌上另外说好的|House rules
stake|底注（一个多少钱）|Stake (money per unit)
stake_is|底注 {n}|stake {n}
bad_stake|底注要大于 0，“{told}”不行；先按 {n} 算。|A stake is more than 0, not “{told}”; {n} is taken.
dealt_by|{who} 坐庄第 {n} 次|{who} deals, time {n}
rules_in_short|这套规矩怎么算|These rules in short
kong_each|三家各 {n}|{n} from each
kong_feeder|点的人 {n}|{n} from the feeder
kong_nothing|不给，只当通行证|nothing, a pass only
interpretations|原文没说清、这里定下的：|Where the source is silent we decided:
interpretations_en|原文没说清、这里定下的（只有英文）：|Where the source is silent (in English):
short_fixed_chickens|鸡：翻鸡、{n}，每只每家 1|Chickens: the turned one, {n}: 1 from each
short_golden|金鸡 {n}|Golden 金鸡 {n}
short_discards_count_true|打出去的鸡也算|Discarded ones count
short_discards_count_false|打出去的鸡不算|Discarded ones don't count
short_four_alike|手里四只一样的鸡算 {n}|Four alike in hand: {n}
short_charge|冲锋鸡多 {n}|冲锋鸡: {n} more
short_claimed_chicken|责任鸡 {n}|责任鸡 {n}
short_liable_lying_true|没听的赔打出的鸡|The unready owe for discarded chickens
short_liable_collected_true|没听的赔自己的鸡|The unready owe for their chickens
short_caught_kong|包鸡 {n}|包鸡 {n}
short_flush_reward|清一色奖励 {n}|One-suit reward {n}
short_income_needs_ready_true|没听的不收鸡和豆|Nothing for the unready
short_income_needs_ready_false|没听的也收鸡和豆|Chickens and kongs pay ready or not
short_dealer_beside_streak_null|庄家不多算|No dealer's addition
short_dealer_beside_streak_0|庄：连庄第几次就是几|Dealer 庄: as many as times in a row
short_dealer_beside_streak_1|庄：连庄次数加 1|Dealer 庄: times in a row + 1
short_declared|报听：{n}|Declared 报听: {n}
short_killed_declared|杀报 {n}|杀报 {n}
short_heavenly|天胡 {n}|Heavenly win 天胡 {n}
short_self_draw|自摸加 {n}|Self-draw +{n}
short_kong_bloom|杠上花加 {n}|Kong bloom 杠上花 +{n}
short_hot_shot|热炮加（刚开的杠）：{n}|Hot shot 热炮, by the kong just made: {n}
short_hot_shot_burns_kong|热炮烧刚开的杠|It burns that kong
short_hot_shot_burns_all|热炮烧掉鸡和豆|It burns all chickens and kongs
short_robbed_pays_all_shares_true|抢杠：被抢的替三家给|Robbed kong 抢杠: the robbed pays for all
short_robbed_pays_all_shares_false|抢杠：被抢的给一家的|Robbed kong 抢杠: the robbed pays one share
short_robbed_kong|抢杠再加 {n}|and {n} more
short_unready_counts_declared_false|黄庄查叫：没听的按最大能胡的给听了的|Nobody won: the unready pay the ready their dearest wait
short_unready_counts_declared_true|黄庄查叫：没听的按最大能胡的给听了的，含报听|Nobody won: the unready pay the ready their dearest wait, 报听 too
rules_guizhou|贵州麻将|Guizhou
rules_zhuoji|捉鸡麻将|Zhuoji
rules_guiyang|贵阳麻将|Guiyang
rules_liupanshui|六盘水信号鸡|Liupanshui
rules_mil|竞技麻将|Competition
end_self_draw|自摸|Self-draw 自摸
end_discard|点炮|Discard 点炮
end_robbed_kong|抢杠|Robbed kong 抢杠
end_drawn|黄庄，没人胡|Nobody won 黄庄
fate_lying|还躺着（冲锋鸡）|Still lying (冲锋鸡)
fate_claimed|被碰或杠走（责任鸡）|Ponged or konged (责任鸡)
fate_won|被胡走|Won on
assumed_self_draw|当作自摸|won by self-draw
assumed_drawn|当作黄庄|nobody won
assumed_winner|当作 {who} 胡的|the winner: {who}
assumed_dealer|当作 {who} 坐庄|the dealer: {who}
assumed_streak|当作头一次坐庄|the dealer's first time
assumed_stake|底注没说，当作 {n}|the stake: {n}
assumed_kong_bloom|当作不是杠上花|no kong bloom (杠上花)
assumed_hot_shot|当作不是热炮|no hot shot (热炮)
assumed_heavenly|当作不是天胡|no heavenly win (天胡)
assumed_refused|当作没人过水|nobody let a win go
assumed_declared|当作 {who} 没报听|not declared (报听): {who}
assumed_fate_lying|头一张{tile}当作还躺着（冲锋鸡）|the first {tile} still lies (冲锋鸡)
assumed_fate_claimed|头一张{tile}当作被碰或杠走（责任鸡）|the first {tile} was claimed (责任鸡)
assumed_fate_won|头一张{tile}当作就是被胡走的|the first {tile} was the one won on
assumed_late|{who} 的{tile}憨包豆当作四张自己摸的|late kong of {tile}, {who}: all four drawn
assumed_meld|{who} 的{tile}看照片当作{how}|{tile} of {who}, by the photo: {how}
assumed_kongs|{who} 没看到牌，当作没有碰杠|not seen, no melds: {who}
assumed_chickens|{who} 没看到牌，当作手里没有鸡|not seen, no chickens in hand: {who}
assumed_discards|没说 {who} 打出几只鸡，没数到的当作没有|discarded chickens of {who}: none beside those counted
assumed_miscounted|{who} 张数不对（相公），当作没听|miscounted (相公), not ready: {who}
assumed_ready|{who} 没看到牌，报了听，当作听了|not seen, ready as declared: {who}
assumed_ready_no|{who} 没看到牌，当作没听|not seen, not ready: {who}
assumed_ready_units|{who} 听的牌没说多大，当作 {value} 个|wait not told, {value} units: {who}
assumed_turned|没说翻出哪张，当作没有翻鸡|the turned tile not told: no turned chicken
assumed_claimed_chicken|头一张{tile}当作被 {who} 碰走|the first {tile} was claimed by {who}
assumed_first_discarder|没说头一张{tile}谁打的，不算冲锋鸡、责任鸡|who discarded the first {tile} not told: no 冲锋鸡, no 责任鸡
term_pong|碰|pong
term_concealed|闷豆|concealed kong
term_added|补杠|added kong
term_exposed|明杠|exposed kong
term_late|憨包豆|late kong
term_ping_hu|平胡|plain win
term_da_dui_zi|大对子|all triplets
term_xiao_qi_dui|小七对|seven pairs
term_long_qi_dui|龙七对|dragon seven pairs
term_qing_yi_se|清一色|one suit
term_qing_da_dui|清大对|one-suit triplets
term_qing_qi_dui|清七对|one-suit seven pairs
term_qing_long_bei|清龙背|one-suit dragon pairs
term_qi_dui|七对|seven pairs
term_dan_diao|单吊|single wait
term_soft|软报|soft
term_hard|硬报|hard
term_soft_declared|软报|declared, soft
term_hard_declared|硬报|declared, hard
term_heavenly|天胡|heavenly win
term_kong_bloom|杠上花|kong bloom
term_hot_shot|热炮|hot shot
term_robbed_kong|抢杠|robbed kong
term_void|包牌作废|the win is void
term_burnt|烧鸡烧豆|burnt
term_not_ready|没听牌|not ready

problem_offline|连不上服务器。|The server can't be reached.
problem_slow|等太久了，再试一次。|It took too long; try again.
problem_odd_answer|服务器答得不对。|The server's answer is odd.
problem_bad_link|这个链接坏了。|This link is damaged.
problem_bad_file|这个文件读不了。|This file can't be read.
problem_not_a_picture|这不是能看的照片。|This is no picture that can be read.
problem_too_large|照片太大了。|The photo is too large.
problem_busy|服务器正忙，等一下再试。|The server is busy; try again.
`;

// What the API refuses, by its codes; in English its own sentence is shown.
export const REFUSED = `
bad_corrections|这处改动行不通。
bad_tile|有一张牌不对。
bad_from|点炮或被抢的人不对。
bad_heavenly|天胡要庄家起手自摸、没有碰杠。
bad_stake|底注不对。
robbed_pong_missing|被抢的人没碰过{tile}。
unknown_rules|不认识这套规矩。
unknown_option|这套规矩没有这个约定。
unknown_value|规矩里有一项不认识。
bad_rules|你们的规矩有一处不对。
bad_player_count|这套规矩不是这么多人打。
bad_dealer|庄家不对。
bad_streak|连庄次数不对。
bad_by|怎么胡的没说对。
turned_without_win|没人胡就不翻鸡。
wins_disagree|几家胡的说得不一样。
bad_weekday|星期几不对。
bad_side_bet|估卖不对。
bad_missing|定缺不对。
bad_earthly|地胡要不是庄家、没碰没打就胡。
bad_json|服务器没看懂。
photo_missing|没有照片。
bad_facts|情况里有一处不对。
unknown_set|没学过这副牌。
bad_form|服务器没看懂。
too_slow|太慢了，再试一次。
not_found|服务器没有这个。
method_not_allowed|服务器不让这样问。
internal|服务器出错了，再试一次。
bad_seat|座位不对。
bad_meld|{who}的碰杠不对。
bad_declared|{who}的报听不对。
bad_after_kong|刚开的杠不对。
after_kong_missing|刚开的那个杠没写上。
fifth_copy|{tile}多过四张。
winner_unseen|胡的人（{who}）的牌没看到。
miscounted|胡的人（{who}）张数不对（相公）。
not_complete|{who}胡不了{tile}，这手牌没胡。
no_pass|{who}没有通行证，平胡不能胡别人打的{tile}。
refused_earlier|{who}过了水，还不能胡。
refused_but_drew|{who}过了水又自摸，就是摸过牌了。
declared_not_ready|{who}报了听，可是没听牌。
declared_with_melds|{who}报了听，不能有碰杠。
first_discarder_contradicted|头一张{tile}的去处对不上。
`;
